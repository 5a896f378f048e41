import { type Hash, type Hex, hashMessage } from "viem";
import {
  type Candidate,
  findCandidates,
  MAX_SECONDS_AHEAD,
  MAX_SECONDS_BEHIND,
  readCandidate,
} from "./erc8128/candidate.ts";
import { checkContentDigest } from "./erc8128/content-digest.ts";
import { Fault, type FaultCode } from "./erc8128/fault.ts";
import { type Dialect, type RequestHead, toSignatureBase } from "./erc8128/signature-base.ts";
import type { Origin } from "./hosts.ts";
import { type Refusal, refuse } from "./refusal.ts";
import { refuseSignature } from "./refuse-signature.ts";
import type { FoundProofs, LateReason, RequestProof } from "./request-proof.ts";

/** Which signatures count: those of keys alone, or those of contracts as well. */
export type Accounts = "eoa-only" | "universal";

const LATE_CODES: Record<LateReason, FaultCode> = {
  "expired-proof": "request_expired",
  "invalid-proof": "bad_signature",
  "replayed-proof": "nonce_reused",
};

/** The signatures by ERC-8128 that a request brings along, all of them current and for this service. */
export async function findSignedRequest(input: {
  request: Pick<RequestHead, "method" | "path" | "header">;
  origin: Origin | undefined;
  dialects: readonly Dialect[];
  accounts: Accounts;
  getChainId: () => Promise<number>;
  now: () => number;
}): Promise<FoundProofs | { refusal: Refusal }> {
  const { request, origin, dialects, accounts } = input;
  try {
    const candidates = findCandidates({ header: request.header, dialects });
    if (origin === undefined) return { refusal: refuse("foreign-proof") };
    const chainId = await input.getChainId();
    const head = { ...request, ...origin };
    return {
      proofs: readCandidates(candidates, (candidate) =>
        toRequestProof(candidate, { head, accounts, chainId, now: input.now() }),
      ),
      async checkBody(body) {
        const code = await checkContentDigest({ field: request.header("content-digest"), body });
        return code && refuseSignature(code);
      },
      refuse: (reason) => refuseSignature(LATE_CODES[reason]),
    };
  } catch (error) {
    if (error instanceof Fault) return { refusal: refuseSignature(error.code) };
    throw error;
  }
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
  const base = toSignatureBase({ ...read, request });
  return {
    wallet,
    nonce,
    holdsFrom: created - MAX_SECONDS_AHEAD,
    holdsUntil: expires + MAX_SECONDS_BEHIND,
    signature,
    mayBeOfKey: isCanonical(signature),
    toHash: (): Hash => hashMessage(base),
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
