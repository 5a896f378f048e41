/** Stands in for text that is loading, in its size, so that nothing moves when it comes. */
export function Skeleton({ className = "" }: { className?: string }) {
  return <span aria-hidden className={`inline-block h-[0.8em] rounded bg-line align-middle ${className}`} />;
}

/** Stands in for the lines of a list, each as high as a line will be. */
export function SkeletonLines({
  count,
  line,
  className,
}: {
  count: number;
  line: string;
  className: string;
}) {
  return Array.from({ length: count }, (_, index) => index).map((index) => (
    <p key={index} className={line}>
      <Skeleton className={className} />
    </p>
  ));
}

/** Says to assistive technology what the grey shapes say to the eye. */
export function LoadingNote({ what }: { what: string }) {
  return (
    <p role="status" className="sr-only">
      Loading {what}
    </p>
  );
}

/**
 * Stands in for a sentence: as many lines, broken where a sentence of this shape breaks. The style sheet
 * draws the shape, so that it is no text of the page.
 */
export function SkeletonSentence({ shape }: { shape: string }) {
  return (
    <span
      aria-hidden
      data-shape={shape}
      className="rounded bg-line box-decoration-clone text-transparent select-none before:content-[attr(data-shape)]"
    />
  );
}
