import { createHash } from "node:crypto";
import { appendFile, mkdir, rename, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import type { RegistryClient } from "../client/registry-client.ts";
import { fetchKyaProof } from "../proof/fetch-kya-proof.ts";
import type { AdmissionDecision, DecisionBasis } from "../provider/decision.ts";

/** Longer than any that honest agents send. */
const MAX_PATH_LENGTH = 2_048;
const MAX_PROOF_LENGTH = 16_384;

/** Writes a decision with its grounds. Returns how many bytes that took. */
export async function writeDecision(
  folder: EvidenceFolder,
  { decision, basis }: { decision: AdmissionDecision; basis: DecisionBasis },
): Promise<number> {
  const { decidedAt, method, path, wallet, proof, admitted, reason, agent } = decision;
  let bytes = 0;
  async function writeToken(token: string | undefined): Promise<string | undefined> {
    if (token === undefined) return undefined;
    const exhibit = await folder.writeExhibit(token, "jwt");
    bytes += exhibit.bytes;
    return exhibit.name;
  }
  const grounds =
    basis.kind === "verdict"
      ? { verdict: basis.verdict }
      : {
          decision: basis.decision,
          binding: await writeToken(basis.binding),
          list: await writeToken(basis.list?.token),
        };
  const firstRequest = {
    method: cut(method, MAX_PATH_LENGTH),
    path: cut(path, MAX_PATH_LENGTH),
    proof: proof && cut(proof, MAX_PROOF_LENGTH),
  };
  const line = { wallet, admitted, reason, agent, grounds, firstRequest };
  return bytes + (await folder.writeLine("decisions", { decidedAt, line }));
}

type ProofInput = {
  client: RegistryClient;
  wallet: string;
  notaries: readonly string[] | undefined;
  decidedAt: number;
};

/**
 * Fetches a storage proof of what the register holds of the wallet now, with what these notaries have certified, and
 * writes it. Returns the bytes that it took.
 */
export async function writeProof(
  folder: EvidenceFolder,
  { client, wallet, notaries, decidedAt }: ProofInput,
): Promise<number> {
  const proof = await fetchKyaProof(client, { wallet, notaries });
  const { name, bytes } = await folder.writeExhibit(`${JSON.stringify(proof)}\n`, "json");
  const line = { wallet, proof: name, block: proof.block.number };
  return bytes + (await folder.writeLine("decisions", { decidedAt, line }));
}

/** Cuts a text that is too long to its beginning, and a hash by which the whole can be recognised later. */
function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  const hash = createHash("sha256").update(text).digest("hex");
  return `${text.slice(0, max)}… (${text.length} characters, SHA-256 ${hash})`;
}

/** Other users of this machine must not see wallets and paths of requests. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

export type EvidenceFolder = ReturnType<typeof createEvidenceFolder>;

/** A folder with a file of lines for each day, and what the lines refer to. Writes return their bytes. */
export function createEvidenceFolder(folder: string) {
  const exhibits = path.join(folder, "exhibits");
  // Lines of one file are written one after the other.
  let lines: Promise<unknown> = Promise.resolve();

  return {
    /** Under the hash of its content, so that it is written once, and that a line shows whether it was changed since. */
    async writeExhibit(content: string, extension: string): Promise<{ name: string; bytes: number }> {
      const name = `${createHash("sha256").update(content).digest("hex")}.${extension}`;
      const file = path.join(exhibits, name);
      if (await isThere(file)) return { name, bytes: 0 };
      await mkdir(exhibits, { recursive: true, mode: FOLDER_MODE });
      // Renamed when it is complete, so that a file of this name always has all of its content.
      const unfinished = `${file}.${crypto.randomUUID()}.unfinished`;
      await writeFile(unfinished, content, { mode: FILE_MODE });
      await rename(unfinished, file);
      return { name, bytes: Buffer.byteLength(content) };
    },

    /** `file` is the name without the day. */
    async writeLine(file: string, { decidedAt, line }: { decidedAt: number; line: object }): Promise<number> {
      const time = new Date(decidedAt * 1000).toISOString();
      const text = `${JSON.stringify({ time, ...line })}\n`;
      const writing = lines.then(async () => {
        await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
        const name = `${file}-${time.slice(0, 10)}.jsonl`;
        await appendFile(path.join(folder, name), text, { mode: FILE_MODE });
      });
      lines = writing.catch(() => {});
      await writing;
      return Buffer.byteLength(text);
    },

    /** Resolves when all lines are written. */
    flush: async (): Promise<unknown> => lines,
  };
}

async function isThere(file: string): Promise<boolean> {
  try {
    await stat(file);
    return true;
  } catch {
    return false;
  }
}
