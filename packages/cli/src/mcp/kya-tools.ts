import type { AgentRegistry } from "@agent-registry/sdk";
import type { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { explainAge, getProven } from "../proving/prove-kya.ts";
import type { Session } from "../session/open-session.ts";
import { withoutUndefined } from "../without-undefined.ts";
import { addReadingTool } from "./add-tool.ts";
import { certified } from "./certificate-tools.ts";
import { pastVerdictOutput, provenVerdictOutput, verdictOutput } from "./output-schemas.ts";

const wallet = z.string().describe("The wallet's address, or its CAIP-10 name such as eip155:84532:0x…");

/** Tools that answer whether to do business with a wallet. */
export function addKyaTools(input: { server: McpServer; session: Session; registry: AgentRegistry }): void {
  const { server, session, registry } = input;

  addReadingTool(
    server,
    "check_wallet",
    {
      title: "Check a wallet (KYA)",
      description:
        "Whether a wallet belongs to a registered agent and that agent is compliant now: active, and attested in the last 7 days. The verdict is compliant, non-compliant or not-registered, with the reason, who is named as answering for the agent, and who agreed or refused. Anyone may enter any wallet and name any Haftungsperson: provision services only if admissible is true, which asks for compliance, for the agreement of both, and that both are not one key; objections says what speaks against it. A wallet that another one replaced is not registered, and retiredFrom names the agent. Read from the chain, or up to a minute old if only the query API is known.",
      inputSchema: z.object({ wallet, certified }),
      output: verdictOutput,
    },
    ({ wallet, certified }) => registry.kya({ wallet, policy: { certified } }),
  );
  addReadingTool(
    server,
    "check_wallet_at",
    {
      title: "Check how a wallet stood in the past",
      description:
        "The same as check_wallet, as of a moment of the past, by the word of the query API: which agent the wallet was bound to then, whether that was compliant, and who had agreed. Give either time or block.",
      inputSchema: z.object({
        wallet,
        time: z.string().optional().describe("Such as 2026-03-01T12:00Z; UTC without a zone"),
        block: z.int().min(0).optional().describe("After this block"),
        certified,
      }),
      output: pastVerdictOutput,
    },
    async ({ wallet, time, block, certified }) => {
      if ((time === undefined) === (block === undefined))
        throw new Error("Give either time or block, and not both.");
      const at = block === undefined ? (time ?? "") : { block };
      return registry.kyaAt({ wallet, at, policy: { certified } });
    },
  );
  addReadingTool(
    server,
    "prove_wallet",
    {
      title: "Check a wallet by proof",
      description:
        "The same question as check_wallet, answered from the chain's own storage by a proof that is checked here, so that neither the query API nor whoever handed the proof over is believed. The configured RPC node alone is trusted for which block is the chain's. The block may be 120 seconds old unless maxAgeSeconds says otherwise. A proof shows neither the scope nor when the agent was registered.",
      inputSchema: z.object({
        wallet,
        maxAgeSeconds: z.int().min(1).max(999_999_999).optional().describe("120 unless given"),
        certified,
      }),
      output: provenVerdictOutput,
    },
    async ({ wallet, maxAgeSeconds: maxAge, certified: rule }) => {
      const certified =
        rule && withoutUndefined({ certified: rule.level, notary: rule.notaries, personKind: rule.kind });
      const { answer, trust } = await getProven({
        session,
        wallet,
        options: { maxAge, ...certified },
      }).catch(explainAge("On a chain that makes no blocks by itself, give maxAgeSeconds."));
      // Tens of kilobytes that a model cannot check.
      const { proof: _proof, ...facts } = answer;
      return { ...facts, trust };
    },
  );
}
