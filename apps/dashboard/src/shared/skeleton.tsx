/** Stands where text will come, in its size, so that nothing moves when it does. */
export function Skeleton({ className = "" }: { className?: string }) {
  return <span aria-hidden className={`inline-block h-[0.8em] rounded bg-line align-middle ${className}`} />;
}

/** Says to assistive technology what the grey shapes say to the eye. */
export function LoadingNote({ what }: { what: string }) {
  return (
    <p role="status" className="sr-only">
      Loading {what}
    </p>
  );
}
