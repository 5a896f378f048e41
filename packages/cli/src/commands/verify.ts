import { parseKyaProof } from "@agent-registry/sdk";
import { type Command, Option } from "commander";
import { parseCount, parseMoment } from "../arguments/parse-arguments.ts";
import {
  ALLOW_SELF_LIABLE,
  addCertifiedOptions,
  type CertifiedOptions,
  toPolicy,
} from "../arguments/policy-options.ts";
import { printProven } from "../proving/print-proven.ts";
import { explainAge } from "../proving/prove-kya.ts";
import { getSignedBy, type IssuerOptions, parseProofText, readText } from "../proving/signed-by.ts";
import { maxAgeOption, requireTrust, rpcOption } from "../proving/trust-options.ts";
import type { CommandContext, Session } from "../session/open-session.ts";

type Options = IssuerOptions &
  CertifiedOptions & {
    rpc?: string[];
    blockHash?: string;
    wallet?: string;
    chainId?: number;
    at?: Date;
    maxAge?: number;
    allowNotAgreed?: boolean;
    allowSelfLiable?: boolean;
  };

/** What a receipt looks like: three parts of base64url. A proof is JSON. */
const RECEIPT = /^[\w-]+\.[\w-]+\.[\w-]+$/;

export function addVerifyCommand({ program, open }: CommandContext): void {
  addCertifiedOptions(program.command("verify"))
    .description("check a proof of a wallet's entry, or a signed receipt, whoever handed it over")
    .argument(
      "<file>",
      "the proof: of kya --prove --save, or of the query API's /api/v1/kya/:wallet/proof; or a receipt",
    )
    .addOption(rpcOption())
    .addOption(
      new Option("--block-hash <hash>", "the hash of the block, if you know it from elsewhere").conflicts(
        "rpc",
      ),
    )
    .option("--wallet <address>", "the wallet that it must be about; else the one that the file names")
    .option("--chain-id <number>", "the chain that your RPC nodes must serve", parseCount)
    .option("--at <time>", "judge an old proof at this time instead of now", parseMoment)
    .addOption(maxAgeOption("how old the proof's block may be (120), or a receipt's when it was signed"))
    .option(
      "--allow-not-agreed",
      "exit code 0 for a compliant agent that wallet or Haftungsperson did not agree to",
    )
    .option(...ALLOW_SELF_LIABLE)
    .option("--issuer <url>", "for a receipt: whose signature counts; the query API's address if not named")
    .option("--jwks <file>", "for a receipt: the issuer's keys, if they are not to be fetched")
    .addHelpText(
      "after",
      `
Examples:
  $ agent-registry verify proof.json --wallet 0x... --rpc https://one.example --rpc https://two.example
  $ agent-registry verify proof.json --at 2026-03-01T12:00Z --rpc https://one.example
  $ agent-registry verify proof.json --block-hash 0x... --at 2026-03-01T12:00Z
  $ agent-registry verify receipt.jwt

The proof shows what the contract held at its block. That this block is the chain's, only those can say whom you
name. The contract is yours, too (--registry), never the one that the file names. In scripts, give --wallet: a
proof of another wallet is then refused. A receipt is checked against its issuer's key: it is worth the operator's
word, and no more.

Exit codes: 0 compliant and agreed, 2 registered but not compliant, 3 not registered, 4 compliant, but
not agreed by wallet or Haftungsperson (0 with --allow-not-agreed), or both are one key (0 with
--allow-self-liable), or not --certified, 5 this is no proof, 1 could not be checked.`,
    )
    .action(async (file: string, options: Options, command: Command) => {
      const session = open(command);
      const text = readText(file);
      if (RECEIPT.test(text)) return verifyToken(session, { token: text, ...options });
      const { console, reader, settings } = session;
      const proof = parseKyaProof(parseProofText(text, file));
      const trust = requireTrust({ ...options, chainId: options.chainId ?? settings.chainId });
      const registry = reader();
      const answer = await registry
        .verifyKya({
          wallet: options.wallet ?? proof.wallet,
          proof,
          trust: trust.blocks,
          policy: toPolicy(options),
          maxAgeSeconds: options.maxAge,
          now: options.at && Math.floor(options.at.getTime() / 1000),
        })
        .catch(
          explainAge("To judge it at its own time, give that with --at; to take an older one, --max-age."),
        );
      printProven({
        console,
        answer,
        registry: registry.client.registryAddress,
        trust: trust.words,
        walletNote: options.wallet === undefined ? "named by the file" : undefined,
        allowNotAgreed: options.allowNotAgreed,
      });
    });
}

async function verifyToken(session: Session, options: Options & { token: string }): Promise<void> {
  const { token, wallet, at } = options;
  const { checkReceipt } = await import("../proving/check-receipt.ts");
  const checked = await checkReceipt({
    ...(await getSignedBy(session, options)),
    token,
    wallet: session.findAddress(wallet, "--wallet"),
    at: at && Math.floor(at.getTime() / 1000),
    policy: toPolicy(options),
    maxBlockLagSeconds: options.maxAge,
  });
  session.console.setExitCode(checked.exitCode);
  session.console.print({ json: { ...checked.verdict, receipt: token }, lines: checked.lines });
}
