/** Anyone may name anyone as Haftungsperson: whether the one named here has agreed, as soon as it is known. */
export function LiableNote({ hasConfirmed }: { hasConfirmed: boolean | undefined }) {
  return (
    <p className="text-xs text-muted">
      named as the liable person
      {hasConfirmed === undefined ? null : hasConfirmed ? (
        <span className="text-green"> · has confirmed it</span>
      ) : (
        <span className="text-yellow"> · has not confirmed it</span>
      )}
    </p>
  );
}
