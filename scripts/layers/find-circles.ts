type Edge = { from: string; to: string };

/** Each circle once, as the files along it. */
export function findCircles(edges: Edge[]): string[][] {
  const targets = Map.groupBy(edges, ({ from }) => from);
  const done = new Set<string>();
  const circles: string[][] = [];

  function visit(file: string, path: string[]): void {
    const start = path.indexOf(file);
    if (start !== -1) {
      circles.push([...path.slice(start), file]);
      return;
    }
    if (done.has(file)) return;
    for (const { to } of targets.get(file) ?? []) visit(to, [...path, file]);
    done.add(file);
  }

  for (const { from } of edges) visit(from, []);
  return circles;
}
