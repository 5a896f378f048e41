"use client";

import { toVisibleText } from "@agent-registry/protocol/visible-text";
import { formatCount } from "../../shared/format-number.ts";
import { formatExact } from "../../shared/format-time.ts";
import { readReceipt } from "./read-receipt.ts";
import type { Extract } from "./use-extract.ts";

/** The end of the printed page: the operator's signature under what it says, if the register signs. */
export function ReceiptNote({ agentId, printed }: { agentId: number; printed: Extract["printed"] }) {
  const token = printed?.sheet.receipt ?? null;
  const facts = token === null ? null : readReceipt(token);
  // A wallet that was released may be another agent's today: its receipt is not about this entry.
  if (token === null || facts?.agentId !== agentId) return null;
  return (
    <section aria-labelledby="receipt" className="card hidden p-5 text-sm print:block">
      <h2 id="receipt" className="text-xl">
        Signed receipt …{token.slice(-12)}
      </h2>
      <p className="mt-1">
        <bdi>{toVisibleText(facts.issuer)}</bdi> signed how the wallet stood at block{" "}
        {formatCount(facts.block)}, to decide by until {formatExact(facts.until)} and to prove what was said
        for good. Save the text below as receipt.jwt: agent-registry verify receipt.jwt checks it.
      </p>
      <p className="mt-2 font-mono text-[0.5625rem] leading-[1.35] [overflow-wrap:anywhere]">{token}</p>
    </section>
  );
}
