import { toVisibleText } from "@agent-registry/protocol/visible-text";

/**
 * Text that anyone may have written into the register. It cannot turn the direction of the text around it,
 * its invisible characters are written out, and it breaks even without spaces.
 */
export function UntrustedText({ children, clamp = false }: { children: string; clamp?: boolean }) {
  if (children.trim() === "") return <span className="text-muted">no text given</span>;
  return (
    <bdi dir="auto" className={`[overflow-wrap:anywhere] ${clamp ? "line-clamp-2" : ""}`}>
      {toVisibleText(children)}
    </bdi>
  );
}

/** The same in one line of a table: cut off at the edge, whole on hover. */
export function UntrustedLine({ children }: { children: string }) {
  if (children.trim() === "") return <span className="text-muted">—</span>;
  const text = toVisibleText(children);
  return (
    <bdi dir="auto" className="block truncate" title={text}>
      {text}
    </bdi>
  );
}
