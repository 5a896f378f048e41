import type { Address, Hex } from "viem";
import { askSourcify, type SourcifyAnswer, toShown } from "./ask-sourcify.ts";
import type { Compilation } from "./read-compilation.ts";

type Verification = Compilation & {
  serverUrl: string;
  chainId: number;
  address: Address;
  creationTransactionHash?: Hex | undefined;
  /** Between two questions. */
  pauseMs?: number;
  /** How often it is submitted while nothing answers, and how often its outcome is asked for. */
  maxTries?: { submit: number; ask: number };
};

/** `note` says more than that it is verified; `problem` why it is not. */
type VerificationOutcome = { isVerified: true; note?: string } | { isVerified: false; problem: string };

const verified: VerificationOutcome = { isVerified: true };
const failed = (problem: string): VerificationOutcome => ({ isVerified: false, problem });

/**
 * Submits a contract's source to Sourcify (its API v2) and waits until it was compared with the code on the chain. Never
 * throws because of the server or the network, and always ends.
 */
export async function verifySource(verification: Verification): Promise<VerificationOutcome> {
  const { serverUrl, chainId, address, pauseMs = 2_000, maxTries = { submit: 2, ask: 150 } } = verification;
  const { stdJsonInput, compilerVersion, contractIdentifier, creationTransactionHash } = verification;
  const body = { stdJsonInput, compilerVersion, contractIdentifier, creationTransactionHash };

  const submitted = await ask({
    url: `${serverUrl}/v2/verify/${chainId}/${address}`,
    body,
    isOver: ({ status }) => status < 500 && status !== 429,
    tries: maxTries.submit,
    pauseMs,
  });
  if (submitted === undefined) return failed("it does not answer");
  const { status, body: ticket } = submitted;
  if (ticket.customCode === "already_verified") return { isVerified: true, note: "it was before" };
  const { verificationId } = ticket;
  if (status !== 202 || typeof verificationId !== "string" || !/^[\w-]{1,64}$/.test(verificationId))
    return failed(`it does not take the source (${status}: ${toShown(ticket.message)})`);

  const finished = await ask({
    url: `${serverUrl}/v2/verify/${verificationId}`,
    isOver: ({ status, body }) => status === 200 && body.isJobCompleted === true,
    tries: maxTries.ask,
    pauseMs,
  });
  if (finished?.body.isJobCompleted !== true) return failed("it has not finished in time");
  return toOutcome(finished.body);
}

type Question = {
  url: string;
  body?: unknown;
  isOver: (answer: SourcifyAnswer) => boolean;
  tries: number;
  pauseMs: number;
};

/** The answer that is awaited, else the last one; undefined if there was none. */
async function ask({ url, body, isOver, tries, pauseMs }: Question): Promise<SourcifyAnswer | undefined> {
  let last: SourcifyAnswer | undefined;
  for (let attempt = 1; attempt <= tries; attempt += 1) {
    last = (await askSourcify(url, body).catch(() => undefined)) ?? last;
    if (last !== undefined && isOver(last)) return last;
    if (attempt < tries) await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  return last;
}

function toOutcome({ contract, error }: SourcifyAnswer["body"]): VerificationOutcome {
  const { match } = (contract ?? {}) as { match?: unknown };
  if (match === "exact_match") return verified;
  if (match === "match") return { isVerified: true, note: "all but the metadata" };
  const { customCode, message } = (error ?? {}) as { customCode?: unknown; message?: unknown };
  if (customCode === "already_verified") return { isVerified: true, note: "it was before" };
  return failed(`the source does not give the code on the chain (${toShown(message)})`);
}
