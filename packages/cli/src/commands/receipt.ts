import type { Command } from "commander";
import { parseMoment } from "../arguments/parse-arguments.ts";
import { getSignedBy, type IssuerOptions, keepToken, readText, requireApiUrl } from "../proving/signed-by.ts";
import { maxAgeOption } from "../proving/trust-options.ts";
import type { CommandContext } from "../session/open-session.ts";
import { findAddress } from "../settings/resolve-settings.ts";

type Options = IssuerOptions & { save?: string; file?: string; at?: Date; maxAge?: number };

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
    .action(async (named: string | undefined, options: Options, command: Command) => {
      const session = open(command);
      const { console } = session;
      const [{ fetchReceipt }, { checkReceipt }] = await Promise.all([
        import("@agent-registry/sdk/offline"),
        import("../proving/check-receipt.ts"),
      ]);
      const signedBy = await getSignedBy(session, options);
      const at = options.at && Math.floor(options.at.getTime() / 1_000);
      const { chainId } = session.settings;
      const given = findAddress({ value: named, name: "The wallet", chainId });
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
