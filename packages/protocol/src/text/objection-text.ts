import type { Objection } from "../policy.ts";
import { toSentence } from "./filing-text.ts";

/** `<the>` and `<it>` are the agent's parties and the agent, as each place calls them. */
const OBJECTION_TEXTS: Record<Objection, string> = {
  "not-registered": "no agent is registered with this wallet",
  "wallet-retired": "another wallet took this one's place in the record of agent <id>",
  suspended: "the agent is suspended",
  revoked: "the agent is revoked",
  terminated: "the agent is terminated",
  "attestation-lapsed": "the agent's last attestation is older than 7 days",
  "wallet-not-agreed": "<the> wallet has not agreed to be this agent",
  "haftungsperson-is-the-wallet":
    "wallet and Haftungsperson are one key, so that nobody else answers for <it>",
  "haftungsperson-not-agreed": "<the> Haftungsperson has not agreed to answer for <it>",
  "haftungsperson-refused": "<the> Haftungsperson has refused to answer for <it>",
  "parent-not-agreed": "<the> parent has not acknowledged <it>",
  "parent-refused": "<the> parent refuses <it>",
  "haftungsperson-not-certified":
    "no notary that is asked for has certified who <the> Haftungsperson is, or the Haftungsperson has not accepted it",
  "certificate-ended": "the notary's certificate of who <the> Haftungsperson is has ended",
  "attestation-too-old": "the agent's last attestation is older than this service allows",
  "registered-too-recently": "the agent was registered too recently for this service",
  "ancestor-suspended": "an agent from which this one descends is suspended",
  "ancestor-revoked": "an agent from which this one descends is revoked",
  "ancestor-terminated": "an agent from which this one descends is terminated",
  "self-modifying": "this service is not for agents that modify themselves",
};

type Words = { the?: "the" | "the agent's"; it?: string; agentId?: number | string };

/** What speaks against an agent, as a clause. */
export function toObjectionText(
  objection: Objection,
  { the = "the", it = "it", agentId = "<id>" }: Words = {},
): string {
  const clause = OBJECTION_TEXTS[objection].replace("<the>", the).replace("<it>", it);
  return clause.replace("<id>", String(agentId));
}

/** The same as a sentence without its full stop. */
export function toObjectionSentence(objection: Objection, words?: Words): string {
  return toSentence([toObjectionText(objection, words)]);
}
