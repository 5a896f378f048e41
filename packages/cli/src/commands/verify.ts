import { readFile, stat } from "node:fs/promises";
import { parseKyaProof, RegistryError } from "@agent-registry/sdk";
import type { Command } from "commander";
import { Option } from "commander";
import { parseCount, parseMoment } from "../arguments/parse-arguments.ts";
import { toPolicy } from "../arguments/policy-options.ts";
import { explainAge } from "../proving/explain-age.ts";
import { printProven } from "../proving/print-proven.ts";
import { maxAgeOption, requireTrust, rpcOption } from "../proving/trust-options.ts";
import type { CommandContext } from "../session/command-context.ts";

type Options = {
  rpc?: string[];
  blockHash?: string;
  wallet?: string;
  chainId?: number;
  at?: Date;
  maxAge?: number;
  allowNotAgreed?: boolean;
};

/** Proofs have some 30 kB at ten million agents. */
const MAX_FILE_BYTES = 1_000_000;

export function addVerifyCommand({ program, open }: CommandContext): void {
  program
    .command("verify")
    .description("check a proof of a wallet's entry against the chain, whoever handed it over")
    .argument("<file>", "the proof: of kya --prove --save, or of the query API's /api/v1/kya/:wallet/proof")
    .addOption(rpcOption())
    .addOption(
      new Option("--block-hash <hash>", "the hash of the block, if you know it from elsewhere").conflicts(
        "rpc",
      ),
    )
    .option("--wallet <address>", "the wallet that it must be about; else the one that the file names")
    .option("--chain-id <number>", "the chain that your RPC nodes must serve", parseCount)
    .option("--at <time>", "judge an old proof at this time instead of now", parseMoment)
    .addOption(maxAgeOption())
    .option(
      "--allow-not-agreed",
      "exit code 0 for a compliant agent that wallet or Haftungsperson did not agree to",
    )
    .addHelpText(
      "after",
      `
Examples:
  $ agent-registry verify proof.json --wallet 0x... --rpc https://one.example --rpc https://two.example
  $ agent-registry verify proof.json --at 2026-03-01T12:00Z --rpc https://one.example
  $ agent-registry verify proof.json --block-hash 0x... --at 2026-03-01T12:00Z

The proof shows what the contract held at its block. That this block is the chain's, only those can say whom you
name. The contract is yours, too (--registry), never the one that the file names. In scripts, give --wallet: a
proof of another wallet is then refused.

Exit codes: 0 compliant and agreed, 2 registered but not compliant, 3 not registered, 4 compliant, but
not agreed by wallet or Haftungsperson (0 with --allow-not-agreed), 5 this is no proof, 1 could not be checked.`,
    )
    .action(async (file: string, options: Options, command: Command) => {
      const { console, reader, settings } = open(command);
      const trust = requireTrust({ ...options, chainId: options.chainId ?? settings.chainId });
      const proof = parseKyaProof(await readJsonFile(file));
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

async function readJsonFile(file: string): Promise<unknown> {
  try {
    const { size } = await stat(file);
    if (size > MAX_FILE_BYTES) throw new Error(`it has ${size} bytes, too many for a proof`);
    return JSON.parse(await readFile(file, "utf8"));
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    const why = error instanceof SyntaxError ? "it is not JSON" : (code ?? message);
    throw new RegistryError({
      reason: "invalid-input",
      message: `The proof cannot be read from ${file}: ${why}.`,
      cause: error,
    });
  }
}
