import { formatCents } from "./format-money.ts";

/** An amount with its currency beside it. The currency is a stranger's text: isolated, and never trusted to be short. */
export function Money({ cents, currency }: { cents: number; currency: string }) {
  return (
    <span className="whitespace-nowrap">
      {formatCents(cents)} <Currency code={currency} />
    </span>
  );
}

export function Currency({ code }: { code: string }) {
  return (
    <bdi
      className="inline-block max-w-[12em] overflow-hidden align-bottom text-ellipsis text-muted"
      title={code}
    >
      {code}
    </bdi>
  );
}
