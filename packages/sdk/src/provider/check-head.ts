import type { Address, Hex } from "viem";
import {
  type Candidate,
  findCandidates,
  MAX_SECONDS_AHEAD,
  MAX_SECONDS_BEHIND,
  readCandidate,
} from "./erc8128/candidate.ts";
import { checkContentDigest } from "./erc8128/content-digest.ts";
import { Fault } from "./erc8128/fault.ts";
import { type RequestHead, type SignatureDialect, toSignatureBase } from "./erc8128/signature-base.ts";
import { createHostFinder } from "./hosts.ts";
import { foreignChain, foreignHost, type ReportProblem } from "./problems.ts";
import { type Refusal, refuse } from "./refusal.ts";
import { refuseSignature } from "./refuse-signature.ts";

/** What an agent signed, as far as the head of the request shows. */
export type RequestProof = {
  wallet: Address;
  nonce: string;
  /** Seconds since the epoch: the first and the last at which the proof holds. */
  holdsFrom: number;
  holdsUntil: number;
  /** The text that must have been signed. */
  message: string;
  signature: Hex;
  /** False if only a contract can take it for a signature. */
  mayBeOfKey: boolean;
};

/** What the head of a request brings along: one of the proofs must be right. */
type FoundProofs = {
  proofs: readonly RequestProof[];
  /** What speaks against the body, if the head says what it should be. */
  checkBody: (body: Uint8Array) => Promise<Refusal | undefined>;
};

/** Which signatures count: those of keys alone, or those of contracts as well. */
export type Accounts = "eoa-only" | "universal";

type Options = {
  hosts: readonly string[];
  accept: readonly SignatureDialect[];
  accounts: Accounts;
  maxBodyBytes: number;
  getChainId: () => Promise<number>;
  report: ReportProblem;
  now: () => number;
};

/** What is known of a request before its body is read. */
export type IncomingHead = Pick<RequestHead, "method" | "path" | "header">;

/**
 * What can be said about a request before its body is read: strangers must not make the provider take in
 * bodies that it will refuse.
 */
export function createHeadCheck({ hosts, accept, accounts, maxBodyBytes, getChainId, report, now }: Options) {
  const findOrigin = createHostFinder(hosts);

  /** The signatures that a request brings along, all of them current and for this service. */
  async function findProofs(request: IncomingHead): Promise<FoundProofs | { refusal: Refusal }> {
    const { header } = request;
    const candidates = findCandidates({ header, dialects: accept });
    const origin = findOrigin(header("host"));
    if (origin === undefined) {
      report(foreignHost(header("host"), hosts));
      return { refusal: refuse("foreign-proof") };
    }
    const chainId = await getChainId();
    const head = { ...request, ...origin };
    return {
      proofs: readCandidates(candidates, (candidate) =>
        toRequestProof(candidate, { head, accounts, chainId, now: now() }),
      ),
      async checkBody(body) {
        const code = await checkContentDigest({ field: header("content-digest"), body });
        return code && refuseSignature(code);
      },
    };
  }

  return async function checkHead(request: IncomingHead): Promise<FoundProofs | { refusal: Refusal }> {
    try {
      const found = await findProofs(request);
      if ("refusal" in found) return found;
      // A body that is longer than it says is found out while it is read.
      if (Number(request.header("content-length")) > maxBodyBytes)
        return { refusal: refuse("body-too-large") };
      return found;
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      if (error.code === "unsupported_chain")
        report(foreignChain(request.header("signature-input"), await getChainId()));
      return { refusal: refuseSignature(error.code) };
    }
  };
}

/** Those that may count; if there is none, what is wrong with the first. */
function readCandidates(
  candidates: readonly Candidate[],
  read: (candidate: Candidate) => RequestProof,
): RequestProof[] {
  let firstFault: unknown;
  const proofs: RequestProof[] = [];
  for (const candidate of candidates) {
    try {
      proofs.push(read(candidate));
    } catch (error) {
      firstFault ??= error;
    }
  }
  if (proofs.length === 0) throw firstFault;
  return proofs;
}

type Circumstances = { head: RequestHead; accounts: Accounts; chainId: number; now: number };

function toRequestProof(candidate: Candidate, circumstances: Circumstances): RequestProof {
  const { head: request, accounts, chainId, now } = circumstances;
  const { header, path } = request;
  const read = readCandidate(candidate, { chainId, header, hasQuery: path.includes("?"), now });
  const { wallet, nonce, created, expires, signature } = read;
  if (accounts === "eoa-only" && signature.length !== KEY_SIGNATURE_LENGTH)
    throw new Fault("unsupported_account");
  return {
    wallet,
    nonce,
    holdsFrom: created - MAX_SECONDS_AHEAD,
    holdsUntil: expires + MAX_SECONDS_BEHIND,
    message: toSignatureBase({ ...read, request }),
    signature,
    mayBeOfKey: isCanonical(signature),
  };
}

const KEY_SIGNATURE_LENGTH = 2 + 2 * 65;
/** Half of the order of secp256k1. For each signature there is a second one, whose s is larger. */
const HALF_ORDER = "7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0";

/** Whether it is the one spelling in which a key's signature counts. */
function isCanonical(signature: Hex): boolean {
  return (
    signature.length === KEY_SIGNATURE_LENGTH &&
    signature.slice(66, 130) <= HALF_ORDER &&
    /1[bc]$/.test(signature)
  );
}
