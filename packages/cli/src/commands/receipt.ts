import { writeFileSync } from "node:fs";
import { RegistryError } from "@agent-registry/sdk";
import type { Command } from "commander";
import type { Address } from "viem";
import { parseMoment } from "../arguments/parse-arguments.ts";
import { getSignedBy, type IssuerOptions, readText } from "../proving/signed-by.ts";
import type { CommandContext } from "../session/command-context.ts";

type Options = IssuerOptions & { save?: string; file?: string; at?: Date };

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
agreed by wallet or Haftungsperson, 5 this is no receipt to believe, 1 could not be checked.`,
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
      const wallet =
        named ?? (options.file === undefined ? (await session.getKey("agent")).account.address : undefined);
      const token =
        options.file === undefined
          ? await fetchReceipt({ apiUrl: requireApi(session.reader().client.apiUrl), wallet: wallet ?? "" })
          : readText(options.file);
      const checked = await checkReceipt({ ...signedBy, token, wallet: wallet as Address | undefined, at });
      if (options.save !== undefined) keep(options.save, token);
      console.setExitCode(checked.exitCode);
      console.print({ json: { ...checked.claims, receipt: token }, lines: checked.lines });
    });
}

function requireApi(apiUrl: string | undefined): string {
  if (apiUrl !== undefined) return apiUrl;
  throw new RegistryError({
    reason: "missing-configuration",
    message: "This needs the query API: give --api (REGISTRY_API_URL).",
  });
}

/** Never over an older one: each is evidence. */
function keep(file: string, token: string): void {
  try {
    writeFileSync(file, `${token}\n`, { flag: "wx" });
  } catch (cause) {
    const { code } = cause as { code?: string };
    const why = code === "EEXIST" ? "it exists already, and is left alone" : `it cannot be written (${code})`;
    throw new RegistryError({
      reason: "invalid-input",
      message: `The receipt was not kept in ${file}: ${why}. Name another file.`,
      cause,
    });
  }
}
