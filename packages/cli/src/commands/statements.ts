import type { Command } from "commander";
import { getAddress } from "viem";
import { parseMoment } from "../arguments/parse-arguments.ts";
import { getSignedBy, type IssuerOptions, keepToken, readText, requireApiUrl } from "../proving/signed-by.ts";
import { maxAgeOption } from "../proving/trust-options.ts";
import type { CommandContext } from "../session/open-session.ts";
import { renderFields } from "../terminal/render.ts";

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
      const wallet =
        session.findAddress(named, "The wallet") ?? (await session.getKey("agent")).account.address;
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

type Options = IssuerOptions & { save?: string; maxAge?: number };
type ReceiptOptions = Options & { file?: string; at?: Date };

export function addReceiptCommand({ program, open }: CommandContext): void {
  program
    .command("receipt")
    .description("the register's verdict on a wallet, signed by its operator, and checked")
    .argument("[wallet]", "the wallet's address; your own key's unless named")
    .option("--save <file>", "keep the receipt: it convicts the operator if it is false")
    .option("--file <file>", "check a receipt that was kept, instead of asking for one")
    .option("--at <time>", "with --file: whether it held at this time instead of now", parseMoment)
    .option(
      "--issuer <url>",
      "whose signature counts (ISSUER_URL of the operator); the query API's address if not named",
    )
    .option("--jwks <file>", "the issuer's keys, if they are not to be fetched")
    .addOption(maxAgeOption("how old its block may have been when it was signed (120)"))
    .addHelpText(
      "after",
      `
Examples:
  $ agent-registry receipt 0x70997970C51812dc3A010C7d01b50e0d17dc79C8 --save receipt.jwt
  $ agent-registry receipt --file receipt.jwt
  $ agent-registry receipt --file receipt.jwt --at 2026-03-01T12:00Z

A receipt holds for minutes: ask for a new one whenever you decide. It is worth the operator's word, and no
more; kya asks the chain. But a word that is signed can be held against whoever gave it: see prove-fraud.

Exit codes: 0 compliant and agreed, 2 registered but not compliant, 3 not registered, 4 compliant, but not
agreed by wallet or Haftungsperson, or both are one key, 5 this is no receipt to believe, 1 could not be checked.`,
    )
    .action(async (named: string | undefined, options: ReceiptOptions, command: Command) => {
      const session = open(command);
      const { console } = session;
      const [{ fetchReceipt }, { checkReceipt }] = await Promise.all([
        import("@agent-registry/sdk/offline"),
        import("../proving/check-receipt.ts"),
      ]);
      const signedBy = await getSignedBy(session, options);
      const at = options.at && Math.floor(options.at.getTime() / 1_000);
      const given = session.findAddress(named, "The wallet");
      const wallet =
        given ?? (options.file === undefined ? (await session.getKey("agent")).account.address : undefined);
      const token =
        options.file === undefined
          ? await fetchReceipt({ apiUrl: requireApiUrl(session), wallet: wallet ?? "" })
          : readText(options.file);
      const maxBlockLagSeconds = options.maxAge;
      const checked = await checkReceipt({ ...signedBy, token, wallet, at, maxBlockLagSeconds });
      if (options.save !== undefined) keepToken(options.save, token);
      console.setExitCode(checked.exitCode);
      console.print({ json: { ...checked.verdict, receipt: token }, lines: checked.lines });
    });
}
