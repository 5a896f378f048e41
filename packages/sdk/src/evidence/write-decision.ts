import { createHash } from "node:crypto";
import type { RegistryClient } from "../client/registry-client.ts";
import { fetchKyaProof } from "../proof/fetch-kya-proof.ts";
import type { AdmissionDecision, DecisionBasis } from "../provider/decision.ts";
import type { EvidenceFolder } from "./evidence-folder.ts";

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
