import { toAccountAddress } from "@agent-registry/protocol/signed";
import type { Policy } from "@agent-registry/sdk";
import {
  type ReceiptVerdict,
  readReceipt,
  type SignedBy,
  UntrustedToken,
  verifyReceipt,
} from "@agent-registry/sdk/offline";
import { type Address, getAddress } from "viem";
import { explainParties, toExitCode, toRetired } from "../parties/verdict-words.ts";
import { renderFields } from "../terminal/render.ts";
import { renderStated } from "../terminal/render-certificate.ts";

/** A receipt that was checked: what it says, in words and for programs, and how the command ends. */
type CheckedReceipt = { verdict: ReceiptVerdict; lines: string[]; exitCode: number };

/** Checks a receipt, and says what it says, by whom, and until when. Throws `UntrustedToken` if it is not to be believed. */
export async function checkReceipt({
  token,
  wallet,
  at,
  policy,
  ...signedBy
}: SignedBy & {
  token: string;
  /** The wallet that it must be about; any if not given. */
  wallet?: Address | undefined;
  /** Seconds since the epoch: did it hold then? */
  at?: number | undefined;
  policy?: Policy | undefined;
}): Promise<CheckedReceipt> {
  const about = wallet ?? toWallet(await readReceipt(token, signedBy));
  const verdict = await verifyReceipt(token, { ...signedBy, wallet: about, at, policy }).catch(explainLag);
  return {
    verdict,
    exitCode: toExitCode(verdict),
    lines: [
      `${verdict.iss} has signed: ${toSentence(verdict, policy)}`,
      ...renderFields({
        wallet: toWallet(verdict),
        ...(verdict.verdict !== "not-registered" && {
          agent: verdict.agentId,
          status: verdict.agentStatus,
          "last attestation": toTime(verdict.lastAttestation),
          haftungsperson: getAddress(verdict.haftungsperson),
          agreed: verdict.consents.join(", ") || "nobody",
          certified:
            verdict.certified &&
            renderStated({ ...verdict.certified, until: toTime(verdict.certified.until) }),
        }),
        block: `${verdict.block.number} (${verdict.block.hash})`,
        signed: toTime(verdict.iat),
        "holds until": toTime(verdict.exp),
      }),
      "You believe the operator for this. If the chain holds something else at that block, prove-fraud shows it.",
    ],
  };
}

/** Claims hold addresses in lower case. */
const toWallet = ({ sub }: { sub: string }) => getAddress(toAccountAddress(sub));

const toTime = (seconds: number) => new Date(seconds * 1_000).toISOString();

function explainLag(error: unknown): never {
  if (!(error instanceof UntrustedToken) || error.reason !== "stale-block") throw error;
  const remedy = "On a chain that makes no blocks by itself, give --max-age.";
  throw new UntrustedToken(error.reason, `${error.message} ${remedy}`);
}

function toSentence(receipt: ReceiptVerdict, policy: Policy | undefined): string {
  const { verdict, reason, objections } = receipt;
  if (verdict === "not-registered" && receipt.retiredFrom !== undefined)
    return toRetired(receipt.retiredFrom);
  if (verdict === "not-registered") return "no agent has this wallet.";
  if (verdict === "non-compliant") return `registered, but NOT compliant (${reason}).`;
  const problem = explainParties(objections);
  if (problem !== undefined) return `compliant, but ${problem}`;
  if (objections.length > 0) return `compliant, but NOT admissible: ${objections.join(", ")}.`;
  return policy?.consents?.length === 0 ? "compliant. Who agreed was not asked." : "compliant and agreed.";
}
