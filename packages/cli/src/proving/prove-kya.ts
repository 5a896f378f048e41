import { writeFile } from "node:fs/promises";
import type { KyaProof } from "@agent-registry/sdk";
import { invalidInput } from "../terminal/errors.ts";
import { explainAge } from "./explain-age.ts";
import { getProven, type Proving } from "./get-proven.ts";
import { printProven } from "./print-proven.ts";

export type ProveOptions = { rpc?: string[]; maxAge?: number; save?: string };

/** Gets a proof, checks it against the caller's nodes, and says what it proves. */
export async function proveKya(input: Proving & { options: ProveOptions }): Promise<void> {
  const { session, options } = input;
  const { answer, trust, registry } = await getProven(input).catch(
    explainAge("On a chain that makes no blocks by itself, give --max-age; elsewhere ask another node."),
  );
  if (options.save !== undefined) await save(options.save, answer.proof);
  const isConfigured = options.rpc === undefined;
  printProven({
    console: session.console,
    answer,
    registry,
    trust: isConfigured ? `${trust} (the one that is configured; --rpc names others)` : trust,
    allowNotAgreed: options.allowNotAgreed,
  });
}

/** Never over another file: that may be the evidence of another decision. */
async function save(file: string, proof: KyaProof): Promise<void> {
  try {
    await writeFile(file, `${JSON.stringify(proof)}\n`, { flag: "wx" });
  } catch (error) {
    const { code } = error as { code?: string };
    const why = code === "EEXIST" ? "there is such a file already" : code;
    throw invalidInput(`The proof cannot be written to ${file}: ${why}. Name another file.`, error);
  }
}
