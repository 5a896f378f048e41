/**
 * Text that a stranger wrote into the register. Shown as it is, but isolated: its direction cannot turn the
 * text around it, and without spaces it still breaks.
 */
export function ForeignText({ children, clamp = false }: { children: string; clamp?: boolean }) {
  if (children.trim() === "") return <span className="text-muted">no text given</span>;
  return (
    <bdi dir="auto" className={`[overflow-wrap:anywhere] ${clamp ? "line-clamp-2" : ""}`}>
      {children}
    </bdi>
  );
}
