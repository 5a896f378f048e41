import { apiErrors } from "@agent-registry/protocol";
import { HttpError } from "@agent-registry/service";
import type { Signer } from "../signing/create-signer.ts";
import type { StatusLists } from "../status-lists/create-status-lists.ts";

/** What a register that signs has beside the others. */
export type Signing = {
  signer: Signer;
  receiptTtlSeconds: number;
  statusLists: Pick<StatusLists, "count" | "find">;
  /** Whether no reorganisation takes this block back. */
  isSafe: (block: number) => Promise<boolean>;
};

export type SigningDeps = { signing?: Signing | undefined };

export function requireSigning(signing: Signing | undefined): Signing {
  if (signing === undefined) throw new HttpError(404, apiErrors.signsNothing);
  return signing;
}
