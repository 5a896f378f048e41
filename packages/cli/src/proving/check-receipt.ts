import { type ReceiptClaims, readReceipt, type SignedBy, verifyReceipt } from "@agent-registry/sdk/offline";
import type { Address } from "viem";
import { findMissingAgreement } from "../parties/find-missing-agreement.ts";
import { renderFields } from "../terminal/render.ts";

const EXIT_CODES = { compliant: 0, "non-compliant": 2, "not-registered": 3 } as const;
export const EXIT_NOT_AGREED = 4;

/** A receipt that was checked: what it says, in words and for programs, and how the command ends. */
type CheckedReceipt = { claims: ReceiptClaims; lines: string[]; exitCode: number };

/** Checks a receipt, and says what it says, by whom, and until when. Throws `UntrustedToken` if it is not to be believed. */
export async function checkReceipt({
  token,
  wallet,
  at,
  ...signedBy
}: SignedBy & {
  token: string;
  /** Whom it must be about; else whomever it names. */
  wallet?: Address | undefined;
  /** Seconds since the epoch: did it hold then? */
  at?: number | undefined;
}): Promise<CheckedReceipt> {
  const about = wallet ?? toWallet(await readReceipt(token, signedBy));
  const claims = await verifyReceipt(token, { ...signedBy, wallet: about, at });
  const missing = claims.verdict === "compliant" ? findMissing(claims) : undefined;
  return {
    claims,
    exitCode: missing === undefined ? EXIT_CODES[claims.verdict] : EXIT_NOT_AGREED,
    lines: [
      `${claims.iss} has signed: ${toSentence(claims, missing)}`,
      ...renderFields({
        wallet: toWallet(claims),
        ...(claims.verdict !== "not-registered" && {
          agent: claims.agentId,
          status: claims.agentStatus,
          "last attestation": toTime(claims.lastAttestation),
          haftungsperson: claims.haftungsperson,
          agreed: claims.consents.join(", ") || "nobody",
        }),
        block: `${claims.block.number} (${claims.block.hash})`,
        signed: toTime(claims.iat),
        "holds until": toTime(claims.exp),
      }),
      "You believe the operator for this. If the chain holds something else at that block, prove-fraud shows it.",
    ],
  };
}

const toWallet = ({ sub }: ReceiptClaims) => sub.slice(sub.lastIndexOf(":") + 1) as Address;

const toTime = (seconds: number) => new Date(seconds * 1_000).toISOString();

/** A receipt does not tell a refusal from silence. */
function findMissing(claims: Extract<ReceiptClaims, { consents: unknown }>): string | undefined {
  const has = (party: (typeof claims.consents)[number]) => claims.consents.includes(party);
  return findMissingAgreement([
    ...(has("wallet") ? [] : (["wallet-not-agreed"] as const)),
    ...(has("haftungsperson") ? [] : (["haftungsperson-not-agreed"] as const)),
  ]);
}

function toSentence({ verdict, reason }: ReceiptClaims, missing: string | undefined): string {
  if (verdict === "not-registered") return "no agent has this wallet.";
  if (verdict === "non-compliant") return `registered, but NOT compliant (${reason}).`;
  return missing === undefined ? "compliant and agreed." : `compliant, but ${missing}`;
}
