import { decide, type Policy } from "@agent-registry/sdk";
import { type ReceiptClaims, readReceipt, type SignedBy, verifyReceipt } from "@agent-registry/sdk/offline";
import type { Address } from "viem";
import { explainParties } from "../parties/explain-parties.ts";
import { renderFields } from "../terminal/render.ts";

const EXIT_CODES = { compliant: 0, "non-compliant": 2, "not-registered": 3 } as const;
/** Compliant, but the policy objects. */
const EXIT_NOT_ADMISSIBLE = 4;

/** A receipt that was checked: what it says, in words and for programs, and how the command ends. */
type CheckedReceipt = { claims: ReceiptClaims; lines: string[]; exitCode: number };

/** Checks a receipt, and says what it says, by whom, and until when. Throws `UntrustedToken` if it is not to be believed. */
export async function checkReceipt({
  token,
  wallet,
  at,
  policy = {},
  ...signedBy
}: SignedBy & {
  token: string;
  /** Whom it must be about; else whomever it names. */
  wallet?: Address | undefined;
  /** Seconds since the epoch: did it hold then? */
  at?: number | undefined;
  /** By which the command ends. What the receipt says is told whole. */
  policy?: Pick<Policy, "consents" | "selfLiable"> | undefined;
}): Promise<CheckedReceipt> {
  const about = wallet ?? toWallet(await readReceipt(token, signedBy));
  const claims = await verifyReceipt(token, { ...signedBy, wallet: about, at });
  const judge = (by: Policy) => (claims.verdict === "compliant" ? findObjections(claims, by) : []);
  const isObjectedTo = judge(policy).length > 0;
  return {
    claims,
    exitCode: isObjectedTo ? EXIT_NOT_ADMISSIBLE : EXIT_CODES[claims.verdict],
    lines: [
      `${claims.iss} has signed: ${toSentence(claims, explainParties(judge({})))}`,
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

function findObjections(claims: Extract<ReceiptClaims, { consents: unknown }>, policy: Policy) {
  const { agentStatus: status, lastAttestation, haftungsperson, consents, iat } = claims;
  const has = (party: (typeof consents)[number]) => consents.includes(party);
  const entry = {
    status,
    lastAttestation,
    agentWallet: toWallet(claims),
    haftungsperson,
    consents: { wallet: has("wallet"), haftungsperson: has("haftungsperson"), parent: has("parent") },
    // A receipt does not tell a refusal from silence.
    refusals: { haftungsperson: false, parent: false },
  };
  return decide(entry, policy, iat).objections;
}

function toSentence({ verdict, reason }: ReceiptClaims, problem: string | undefined): string {
  if (verdict === "not-registered") return "no agent has this wallet.";
  if (verdict === "non-compliant") return `registered, but NOT compliant (${reason}).`;
  return problem === undefined ? "compliant and agreed." : `compliant, but ${problem}`;
}
