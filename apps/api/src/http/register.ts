import { apiErrors } from "@agent-registry/protocol";
import { type Clock, HttpError } from "@agent-registry/service";
import type { Address } from "viem";
import type { DomainChecks } from "../domains/create-domain-checks.ts";
import type { OpenAtBlock } from "../index/at-block.ts";
import type { Proofs } from "../proofs/create-proofs.ts";
import type { Signer } from "../signing/create-signer.ts";
import type { MemoryResponse } from "./stored-response.ts";

/** What questions may use besides the index. */
export type Register = {
  /** Whole seconds: the later of our clock and the newest block's time. */
  now(): number;
  clock: Clock;
  registryAddress: Address;
  publicUrls: PublicUrls;
  /** Already masked. */
  rpcUrl: string;
  blocks: BlockFacts;
  proofs: Proofs;
  /** If not given, the register signs nothing. */
  signing?: Signing | undefined;
  /** If not given, the register asks no domain. */
  domains?: DomainChecks | undefined;
  /** The database that is written, if requests are answered from a replica of it. */
  openPrimary?: OpenAtBlock | undefined;
};

/** Where the public reaches this register, without a slash at the end. */
export type PublicUrls = { api: string; dashboard: string };

/** What RPC nodes know of a block beyond what the index holds. */
export type BlockFacts = {
  /** Whether no reorganisation takes this block back. */
  isSafe(block: number): Promise<boolean>;
  /** In seconds, of a block that the index no longer remembers. */
  getTime(block: number): Promise<number>;
};

/** What only a register that signs has. */
export type Signing = {
  signer: Signer;
  receiptTtlSeconds: number;
  statusLists: { count(): number; find(list: number): MemoryResponse | undefined };
};

export function requireSigning(signing: Signing | undefined): Signing {
  if (signing === undefined) throw new HttpError(404, apiErrors.signsNothing);
  return signing;
}
