import { ATTESTATION_VALIDITY_SECONDS } from "@agent-registry/protocol";
import type { ProvenVerdict } from "@agent-registry/sdk";
import type { Address } from "viem";
import { toExitCode, toSentence, toWords } from "../parties/verdict-words.ts";
import type { Console } from "../terminal/console.ts";
import { renderFields } from "../terminal/render.ts";

type Proven = {
  console: Console;
  answer: ProvenVerdict;
  registry: Address | undefined;
  /** In words, with the nodes' addresses. */
  trust: string;
  /** Where the wallet came from, if the caller did not name it. */
  walletNote?: string | undefined;
  allowNotAgreed?: boolean | undefined;
};

/** What was proven, against which block, and who is trusted for that. The exit code is the verdict's. */
export function printProven({ console, answer, registry, trust, walletNote, allowNotAgreed }: Proven): void {
  const { agent, block, checkedAt, wallet } = answer;
  const { proof: _itself, ...facts } = answer;
  console.setExitCode(toExitCode(answer));
  console.print({
    json: { ...facts, registry, trust },
    lines: [
      `Proven: ${toSentence(answer, { allowNotAgreed })}`,
      ...renderFields({
        wallet: walletNote === undefined ? wallet : `${wallet} (${walletNote})`,
        agent: agent?.agentId,
        haftungsperson: agent?.haftungsperson,
        status: agent?.status,
        "attested until": agent === null ? undefined : toAttestedUntil(agent.lastAttestation),
        ...toWords(answer),
        objections: answer.objections.length === 0 ? undefined : answer.objections.join(", "),
        register: registry,
        block: `${block.number} of ${new Date(block.timestamp * 1000).toISOString()}`,
        "block hash": block.hash,
        judged: `as of ${checkedAt}`,
        trusting: trust,
      }),
    ],
  });
}

function toAttestedUntil(lastAttestation: string): string {
  return new Date(Date.parse(lastAttestation) + ATTESTATION_VALIDITY_SECONDS * 1000).toISOString();
}
