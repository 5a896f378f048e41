import { AgentIdParam, apiErrors, TokenSchema, WalletParam } from "@agent-registry/protocol";
import { toBindingClaims } from "@agent-registry/protocol/signed";
import { HttpError } from "@agent-registry/service";
import { agentNotFound, parseAgentId, parseWallet } from "../../http/parse-request.ts";
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
  defineBinding({
    path: "/agent/:id/binding",
    parse: (c) => ({ agentId: parseAgentId(c) }),
    doc: { operationId: "getAgentBinding", params: AgentIdParam },
  }),
  defineBinding({
    path: "/kya/:wallet/binding",
    parse: (c) => ({ wallet: parseWallet(c) }),
    doc: { operationId: "getKyaBinding", params: WalletParam },
  }),
];

type Binding = Pick<Question<EntryKey>, "path" | "parse"> & {
  doc: Pick<Question["doc"], "operationId" | "params">;
};

function defineBinding({ path, parse, doc }: Binding): Question {
  return defineQuestion({
    path,
    isSigned: true,
    parse,
    concerns: (key) => key,
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
        contentType: "application/jwt",
        maxAgeSeconds: MAX_AGE_SECONDS,
      };
    },
    doc: {
      tag: "Signed statements",
      summary:
        "Which agent a wallet is, who answers for it, and where its standing is listed, signed for a day",
      description:
        "For the agent, which shows it to providers in the header `agent-binding`. `consents` says who of those named has agreed, `certified` what the best certificate about the Haftungsperson says, and until when.",
      ...doc,
      responses: {
        200: { description: "`typ: agent-binding+jwt`", schema: TokenSchema, contentType: "application/jwt" },
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
