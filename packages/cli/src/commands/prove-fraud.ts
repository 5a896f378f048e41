import type { Command } from "commander";
import { getAddress } from "viem";
import { getSignedBy, type IssuerOptions, parseProofText, readText } from "../proving/signed-by.ts";
import { requireTrust, rpcOption } from "../proving/trust-options.ts";
import type { CommandContext } from "../session/open-session.ts";
import { renderFields, sanitize } from "../terminal/render.ts";

type Options = IssuerOptions & { rpc?: string[]; blockHash?: string };

const EXIT_NOT_CONVICTED = 2;

export function addProveFraudCommand({ program, open }: CommandContext): void {
  program
    .command("prove-fraud")
    .description("whether a token convicts the operator who signed it: the chain holds something else")
    .argument("<token>", "the file of receipt --save, of binding --save, or of a status list")
    .argument("[proof]", "the file with the proof of the same wallet at the same block")
    .addOption(rpcOption())
    .option("--block-hash <hash>", "the hash of the block, if you know it from elsewhere")
    .option(
      "--issuer <url>",
      "whose signature it must be (ISSUER_URL of the operator); the query API's address if not named",
    )
    .option(
      "--jwks <file>",
      "the issuer's keys, if they are not to be fetched: an operator may withdraw them",
    )
    .addHelpText(
      "after",
      `
Examples:
  $ agent-registry prove-fraud receipt.jwt proof.json --rpc https://one.example --rpc https://two.example
  $ agent-registry prove-fraud receipt.jwt proof.json --block-hash 0x... --jwks jwks.json
  $ agent-registry prove-fraud binding.jwt --rpc https://one.example --rpc https://two.example

The proof must be of the block that the token names; nodes prove only minutes back, so fetch it when you get the
token. No proof is needed if the chain does not have that block, or had newer ones for two minutes when the token
was signed: your nodes say so once their own block at that height is final. That the token has expired since is no
excuse. Keep the issuer's keys (/.well-known/jwks.json) with it, so that anybody can repeat this.

Exit codes: 0 the operator is convicted, 2 it is not, 5 the token or the proof is none, 1 could not be checked.`,
    )
    .action(async (tokenFile: string, proofFile: string | undefined, options: Options, command: Command) => {
      const session = open(command);
      const { proveFraud } = await import("@agent-registry/sdk/offline");
      const trust = requireTrust(options);
      const finding = await proveFraud({
        ...(await getSignedBy(session, options)),
        token: readText(tokenFile),
        proof: proofFile === undefined ? undefined : parseProofText(readText(proofFile), proofFile),
        trust: trust.blocks,
      });
      if (!finding.isFraud) session.console.setExitCode(EXIT_NOT_CONVICTED);
      session.console.print({
        json: finding,
        lines: [
          finding.isFraud ? "CONVICTED: the operator has signed a falsehood." : "Not convicted.",
          sanitize(finding.summary),
          ...renderFields({
            wallet: finding.wallet && getAddress(finding.wallet),
            block: `${finding.block.number} (${finding.block.hash})`,
            signed: new Date(finding.issuedAt * 1_000).toISOString(),
            "you trust": trust.words,
          }),
        ],
      });
    });
}
