/** The question about many wallets at once. */
import * as z from "zod";
import { ASSURANCE_LEVELS, PERSON_KINDS } from "../certificate.ts";
import { MAX_BULK_WALLETS, MAX_POLICY_NOTARIES } from "../limits.ts";
import {
  DEFAULT_CONSENTS,
  findPolicyFault,
  LINEAGE_RULES,
  PARTIES,
  type Policy,
  SELF_LIABLE_RULES,
  SELF_MODIFYING_RULES,
} from "../policy.ts";

const seconds = (description: string) => ({ type: "integer", minimum: 0, description }) as const;

/** `findPolicyFault` checks it, as it checks policies everywhere; the rest is for the documentation. */
export const PolicySchema = z
  .custom<Policy>(() => true)
  .superRefine((value, context) => {
    const fault = findPolicyFault(value);
    if (fault !== undefined) context.addIssue({ code: "custom", path: fault.path, message: fault.problem });
  })
  .meta({
    type: "object",
    description: "What is asked for beyond compliance. Rules that are not known are refused.",
    properties: {
      consents: {
        type: "array",
        items: { type: "string", enum: [...PARTIES] },
        default: [...DEFAULT_CONSENTS],
        description: "Whose agreement to the record is asked for.",
      },
      selfLiable: {
        type: "string",
        enum: [...SELF_LIABLE_RULES],
        default: "refuse",
        description:
          "`refuse`: the wallet's key must not be the Haftungsperson's, too, since nobody else answers for the agent then.",
      },
      maxAttestationAgeSeconds: seconds("The attestation may be so old, and no older."),
      minRegisteredSeconds: seconds("The record must have stood for so long."),
      lineage: {
        type: "string",
        enum: [...LINEAGE_RULES],
        default: "ignore",
        description:
          "`ancestors`: no agent from which this one descends may be stopped. A parent that has neither agreed to its child nor refused it does not count, unless `consents` asks for the parent.",
      },
      selfModifying: {
        type: "string",
        enum: [...SELF_MODIFYING_RULES],
        default: "allow",
        description: "`refuse`: no agent that changes its own code.",
      },
      certified: {
        type: "object",
        description:
          "An accredited notary must have certified who the Haftungsperson is, at this level or a higher one. It is the notary's word, nothing more.",
        required: ["level"],
        additionalProperties: false,
        properties: {
          level: { type: "string", enum: [...ASSURANCE_LEVELS] },
          kind: { type: "string", enum: [...PERSON_KINDS] },
          notaries: {
            type: "array",
            items: { type: "string", pattern: "^0x[0-9a-fA-F]{40}$" },
            minItems: 1,
            maxItems: MAX_POLICY_NOTARIES,
            description: "Only certificates of these notaries.",
          },
        },
      },
    },
    example: { maxAttestationAgeSeconds: 86_400, lineage: "ancestors" },
  });

const WALLETS = `must be a list of 1 to ${MAX_BULK_WALLETS} wallets`;
export const NOT_A_WALLET =
  "must be an address: 0x and 40 hex digits, in lower case or with the right checksum";

/** Whether capitals are the right checksum is not checked here: hashing takes longer than everything else. */
export const BulkKyaRequest = z.strictObject(
  {
    wallets: z
      .array(z.string({ error: NOT_A_WALLET }).regex(/^0x[0-9a-fA-F]{40}$/, NOT_A_WALLET), { error: WALLETS })
      .min(1, WALLETS)
      .max(MAX_BULK_WALLETS, WALLETS)
      .meta({
        description: "In the order in which they are answered; each may come several times.",
        example: ["0x70997970C51812dc3A010C7d01b50e0d17dc79C8", "0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc"],
      }),
    policy: PolicySchema.optional(),
  },
  { error: "must be an object with wallets and, if you like, policy" },
);
