import { toVisibleText } from "./visible-text.ts";

/**
 * Text that a stranger wrote into the register. Isolated: its direction cannot turn the text around it, what
 * is unseen in it is written out, and without spaces it still breaks.
 */
export function ForeignText({ children, clamp = false }: { children: string; clamp?: boolean }) {
  if (children.trim() === "") return <span className="text-muted">no text given</span>;
  return (
    <bdi dir="auto" className={`[overflow-wrap:anywhere] ${clamp ? "line-clamp-2" : ""}`}>
      {toVisibleText(children)}
    </bdi>
  );
}

/** The same in one line of a table, cut where it ends; whole on hover. */
export function ForeignLine({ children }: { children: string }) {
  if (children.trim() === "") return <span className="text-muted">—</span>;
  const text = toVisibleText(children);
  return (
    <bdi dir="auto" className="block truncate" title={text}>
      {text}
    </bdi>
  );
}
