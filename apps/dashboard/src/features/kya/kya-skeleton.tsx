import { LoadingNote, Skeleton } from "../../shared/page/skeleton.tsx";

/** The shape of a verdict while it loads, with as many lines as it will have. */
export function KyaSkeleton({ lines }: { lines: string[] }) {
  return (
    <div className="card border-l-[5px] p-6">
      <LoadingNote what="the answer" />
      <p className="text-2xl">
        <Skeleton className="w-72 max-w-full" />
      </p>
      {lines.map((width) => (
        <p key={width} className="mt-2">
          <Skeleton className={`${width} max-w-full`} />
        </p>
      ))}
    </div>
  );
}
