import { parseAddress } from "@agent-registry/sdk";
import type { Command } from "commander";
import { getAddress } from "viem";
import { getSignedBy, type IssuerOptions, keepToken, requireApiUrl } from "../proving/signed-by.ts";
import { maxAgeOption } from "../proving/trust-options.ts";
import type { CommandContext } from "../session/open-session.ts";
import { renderFields } from "../terminal/render.ts";

type Options = IssuerOptions & { save?: string; maxAge?: number };

export function addBindingCommand({ program, open }: CommandContext): void {
  program
    .command("binding")
    .description("the register's signed statement of who an agent is, for providers that decide offline")
    .argument("[wallet]", "the wallet's address; your own key's unless named")
    .option("--save <file>", "keep it in a file")
    .option("--issuer <url>", "whose signature counts; the query API's address if not named")
    .option("--jwks <file>", "the issuer's keys, if they are not to be fetched")
    .addOption(maxAgeOption("how old its block may have been when it was signed (120)"))
    .addHelpText(
      "after",
      `
Examples:
  $ agent-registry binding
  $ agent-registry binding --json | jq -r .binding

It says which agent the wallet is, who answers for it and who has agreed, and holds for a day. Send it along in the
agent-binding header of each request; createAgentFetch of the SDK does that by itself. How the agent stands is not in
it: providers read that from the register's lists.`,
    )
    .action(async (named: string | undefined, options: Options, command: Command) => {
      const session = open(command);
      const { fetchBinding, verifyBinding } = await import("@agent-registry/sdk/offline");
      const { chainId } = session.settings;
      const wallet =
        named === undefined
          ? (await session.getKey("agent")).account.address
          : parseAddress({ value: named, name: "The wallet", chainId });
      const token = await fetchBinding({ apiUrl: requireApiUrl(session), wallet });
      const now = Math.floor(Date.now() / 1000);
      const signedBy = { ...(await getSignedBy(session, options)), maxBlockLagSeconds: options.maxAge };
      const { signature: _signature, ...binding } = await verifyBinding(token, { ...signedBy, now });
      if (options.save !== undefined) keepToken(options.save, token);
      session.console.print({
        json: { ...binding, binding: token },
        lines: [
          `${binding.issuer} has signed: this wallet is agent ${binding.agentId}.`,
          ...renderFields({
            wallet: getAddress(binding.wallet),
            haftungsperson: getAddress(binding.haftungsperson),
            agreed: binding.consents.join(", ") || "nobody",
            list: binding.listUri,
            "holds until": new Date(binding.expiresAt * 1_000).toISOString(),
          }),
          token,
        ],
      });
    });
}
