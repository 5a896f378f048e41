import type { DomainReason } from "../domain-reasons.ts";
import { DomainFault } from "./domain-fault.ts";
import { findDomain } from "./find-domain.ts";
import { type Network, publicInternet } from "./network.ts";
import { type DomainRegistration, readRegistrations } from "./read-registrations.ts";
import { requestFile } from "./request-file.ts";

const PATH = "/.well-known/agent-registration.json";
const TIMEOUT_MS = 5_000;

type FetchRegistrationsInput = {
  domain: string;
  /** Shows the domain's owner who asks. */
  userAgent: string;
  network?: Network | undefined;
  /** For everything together. */
  timeoutMs?: number | undefined;
};

export type RegistrationsOfDomain =
  | { reason: null; registrations: DomainRegistration[] }
  | { reason: DomainReason; registrations: [] };

/**
 * Which agents a domain calls its own, by its file for ERC-8004. Whatever the domain, its name servers and its server
 * do, there is an answer within the time; only servers on the public internet are asked.
 */
export async function fetchRegistrations(input: FetchRegistrationsInput): Promise<RegistrationsOfDomain> {
  const { timeoutMs = TIMEOUT_MS } = input;
  const stop = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DomainFault("too-slow")), timeoutMs);
  });
  try {
    return { reason: null, registrations: await Promise.race([ask(input, stop.signal), timeout]) };
  } catch (error) {
    return { reason: error instanceof DomainFault ? error.reason : "unreachable", registrations: [] };
  } finally {
    clearTimeout(timer);
    stop.abort();
  }
}

async function ask(
  { domain, userAgent, network = publicInternet }: FetchRegistrationsInput,
  signal: AbortSignal,
): Promise<DomainRegistration[]> {
  const host = findDomain(domain);
  if (host === undefined) throw new DomainFault("invalid-domain");
  const addresses = await network.resolve(host, signal);
  if (addresses.length === 0) throw new DomainFault("unreachable");
  // One address inside a network is enough to refuse: which of them is connected to is up to chance.
  if (!addresses.every((address) => network.isAllowed(address))) throw new DomainFault("not-public");
  // Resolved too late: the request would begin after the answer was given.
  signal.throwIfAborted();
  return readRegistrations(await requestFile({ host, path: PATH, addresses, network, userAgent, signal }));
}
