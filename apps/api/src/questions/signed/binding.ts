import { apiErrors, TokenSchema } from "@agent-registry/protocol";
import { toBindingClaims } from "@agent-registry/protocol/signed";
import { HttpError } from "@agent-registry/service";
import { agentNotFound } from "../../http/parse-request.ts";
import { defineQuestion, type Question } from "../../http/question.ts";
import { requireSigning } from "../../http/register.ts";
import type { EntryKey } from "../../index/records.ts";
import { readSignedEntry } from "./read-entry.ts";

/** A block is safe after about two minutes. */
const RETRY_SECONDS = "120";
/** An agent asks for a new binding once a day; caches must not hand out one that is about to expire. */
const MAX_AGE_SECONDS = 3_600;

/** Which agent a wallet is, and who answers for it, signed for a day, so that the agent can show it to providers. */
export const bindings: readonly Question[] = [
  defineBinding("/agent/:id/binding", "getAgentBinding"),
  defineBinding("/kya/:wallet/binding", "getKyaBinding"),
];

function defineBinding(path: "/agent/:id/binding" | "/kya/:wallet/binding", operationId: string): Question {
  return defineQuestion({
    path,
    response: TokenSchema,
    contentType: "application/jwt",
    isSigned: true,
    read: readSignedEntry,
    async answer({ chainId, block, record, retiredFrom }, key, { signing, blocks, registryAddress, now }) {
      const { signer } = requireSigning(signing);
      if (record === undefined) throw toNotFound(key, retiredFrom);
      if (record.isWalletReleased) throw new HttpError(410, apiErrors.walletReleased);
      // Whom it names and who agreed must stay as it is: what is signed cannot be taken back with a block.
      if (!(await blocks.isSafe(record.partiesBlock)))
        throw new HttpError(425, apiErrors.notFinal, { headers: { "Retry-After": RETRY_SECONDS } });
      const { agentId, agentWallet: wallet, haftungsperson, consents, certified, registeredAt } = record;
      const claims = toBindingClaims({
        issuer: signer.issuer,
        chainId,
        registry: registryAddress,
        wallet,
        agentId,
        haftungsperson,
        consents,
        certified,
        registeredAt,
        block,
        now: now(),
      });
      return {
        body: await signer.sign("binding", claims),
        maxAgeSeconds: MAX_AGE_SECONDS,
      };
    },
    doc: {
      operationId,
      tag: "Signed statements",
      summary:
        "Which agent a wallet is, who answers for it, and where its standing is listed, signed for a day",
      description:
        "For the agent, which shows it to providers in the header `agent-binding`. `consents` says who of those named has agreed, `certified` what the best certificate about the Haftungsperson says, and until when.",
      answer: "`typ: agent-binding+jwt`",
      responses: {
        404: {
          description:
            "No such agent; or another wallet took this one's place, and the message names the agent; or `This register signs nothing`",
        },
        410: { description: "The wallet was released from this record" },
        425: {
          description:
            "The chain may still take back what the record says; `Retry-After` says when to try again",
        },
      },
    },
  });
}

function toNotFound(key: EntryKey, retiredFrom: number | undefined): HttpError {
  if ("agentId" in key) return agentNotFound(key.agentId);
  const isRetired = `${key.wallet}: another wallet took its place in the record of agent ${retiredFrom}`;
  return agentNotFound(retiredFrom === undefined ? key.wallet : isRetired);
}
