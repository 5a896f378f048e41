import { Card } from "../../shared/card.tsx";
import { formatCount } from "../../shared/format-number.ts";
import { Skeleton } from "../../shared/skeleton.tsx";

type Props = { distribution: Record<string, number> | undefined };

/** How many agents stand at each depth of the lineage; generation 0 are the roots. */
export function GenerationChart({ distribution }: Props) {
  const columns = Object.entries(distribution ?? {})
    .map(([generation, count]) => ({ generation: Number(generation), count }))
    .sort((a, b) => a.generation - b.generation);
  const largest = Math.max(1, ...columns.map(({ count }) => count));
  return (
    <Card title="Generations" aside={<span className="text-xs text-muted">agents by depth of lineage</span>}>
      <div className="flex h-30 items-end">
        {distribution === undefined ? <Skeleton className="h-24! w-full" /> : null}
        {distribution !== undefined && columns.length === 0 ? (
          <p className="text-muted">No agents yet.</p>
        ) : null}
        {columns.length === 0 ? null : (
          <ol className="flex h-full w-full items-end gap-2">
            {columns.map(({ generation, count }) => (
              <li key={generation} className="flex h-full min-w-0 flex-1 flex-col justify-end text-center">
                <span className="sr-only">
                  Generation {generation}: {formatCount(count)}
                </span>
                <span aria-hidden className="text-xs text-ink">
                  {formatCount(count)}
                </span>
                <svg
                  aria-hidden
                  className="mx-auto mt-0.5 block w-full max-w-14 rounded-t-[3px] bg-bar"
                  height={Math.max(2, (count / largest) * 68)}
                />
                <span aria-hidden className="border-t border-line pt-1 text-xs text-muted">
                  {generation}
                </span>
              </li>
            ))}
          </ol>
        )}
      </div>
    </Card>
  );
}
