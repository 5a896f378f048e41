import type { AgentDomainResponse, DomainReason } from "@agent-registry/protocol";
import type { RegistrationsOfDomain } from "@agent-registry/protocol/domain";
import type { Clock, Logger } from "@agent-registry/service";
import { LRUCache } from "lru-cache";
import type { Registry } from "prom-client";
import { createMeters } from "../metering.ts";

export type DomainVerdict = Pick<AgentDomainResponse, "verified" | "reason" | "checkedAt">;

export type DomainChecks = ReturnType<typeof createDomainChecks>;

type Claim = { domain: string; agentId: number; agentRegistry: string };

type Deps = {
  ask: (domain: string) => Promise<RegistrationsOfDomain>;
  clock: Clock;
  logger: Logger;
  findings?: ReturnType<typeof createDomainFindings>;
  /** Runs the task after `ms`. */
  schedule?: (task: () => void, ms: number) => void;
};

const MINUTE_MS = 60_000;
const VERIFIED_MS = 60 * MINUTE_MS;
/**
 * The shorter of both, and so the least time between two questions to one domain, for any client and agent.
 */
const UNVERIFIED_MS = 10 * MINUTE_MS;
/** For this time after a finding has expired it is still given, while the domain is being asked anew. */
const GRACE_MS = 10 * MINUTE_MS;
/** At most one question a second to all domains together, and at most `AT_ONCE` without an answer. */
const PACE_MS = 1_000;
const AT_ONCE = 4;
const MAX_WAITING = 100;

/**
 * Asks domains which agents they call their own. One file answers for all agents of a domain. No request
 * waits for a domain's answer: later requests get it. Slow enough that this register is no tool to overload a
 * server with.
 */
export function createDomainChecks({
  ask,
  clock,
  logger,
  findings = createDomainFindings(),
  schedule = (task, ms) => setTimeout(task, ms).unref(),
}: Deps) {
  /** In the order in which they are asked. */
  const waiting = new Map<string, string>();
  const asked = new Set<string>();
  const counts = new Map<string, number>();
  let isPausing = false;

  function askNext(): void {
    const [next] = waiting;
    if (next === undefined || isPausing || asked.size >= AT_ONCE) return;
    const [domain, agentRegistry] = next;
    waiting.delete(domain);
    asked.add(domain);
    isPausing = true;
    schedule(() => {
      isPausing = false;
      askNext();
    }, PACE_MS);
    void askOne(domain, agentRegistry).finally(() => {
      asked.delete(domain);
      askNext();
    });
  }

  async function askOne(domain: string, agentRegistry: string): Promise<void> {
    try {
      const { reason, registrations } = await ask(domain);
      const ours = registrations.filter((entry) => entry.agentRegistry === agentRegistry.toLowerCase());
      const agentIds = new Set(ours.map(({ agentId }) => Number(agentId)).filter(Number.isSafeInteger));
      findings.set(domain, { checkedAtMs: clock.now(), reason, agentIds });
      const outcome = reason ?? (agentIds.size > 0 ? "names-agents" : "names-none");
      counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    } catch (error) {
      logger.error({ error, domain }, "A domain could not be checked");
    }
  }

  return {
    /** What is known already; a domain of which too little is known is asked soon. */
    check({ domain, agentId, agentRegistry }: Claim): DomainVerdict {
      const finding = findings.get(domain);
      const verdict = finding && toVerdict(finding, agentId);
      const ageMs = finding === undefined ? Infinity : clock.now() - finding.checkedAtMs;
      const lifetimeMs = verdict?.verified ? VERIFIED_MS : UNVERIFIED_MS;
      if (verdict !== undefined && ageMs < lifetimeMs) return verdict;
      if (!asked.has(domain) && waiting.size < MAX_WAITING) waiting.set(domain, agentRegistry);
      askNext();
      return verdict !== undefined && ageMs < lifetimeMs + GRACE_MS ? verdict : NOT_CHECKED_YET;
    },
    waiting: () => waiting.size,
    running: () => asked.size,
    known: () => findings.size,
    counts,
  };
}

const NOT_CHECKED_YET: DomainVerdict = { verified: false, reason: "not-checked-yet", checkedAt: null };

function toVerdict({ checkedAtMs, reason, agentIds }: DomainFinding, agentId: number): DomainVerdict {
  const checkedAt = new Date(checkedAtMs).toISOString();
  if (agentIds.has(agentId)) return { verified: true, reason: null, checkedAt };
  return { verified: false, reason: reason ?? "no-matching-registration", checkedAt };
}

/** What a domain's server said when it was asked last. */
type DomainFinding = {
  checkedAtMs: number;
  /** Null if its file could be read. */
  reason: DomainReason | null;
  /** The agents of this register that the file names. */
  agentIds: ReadonlySet<number>;
};

/** What is known of domains, in bounded memory: those that were asked about longest ago go first. */
export function createDomainFindings({ maxDomains = 10_000, maxAgents = 200_000 } = {}) {
  return new LRUCache<string, DomainFinding>({
    max: maxDomains,
    maxSize: maxAgents,
    sizeCalculation: ({ agentIds }) => Math.max(1, agentIds.size),
  });
}

/** What the checks count by themselves. */
export function registerDomainMetrics(registry: Registry, checks: DomainChecks): void {
  const { counter, gauge } = createMeters(registry);
  counter(
    "agent_registry_api_domain_checks_total",
    "Domains asked which agents they call their own, by what came of it",
    { by: "outcome", read: () => checks.counts },
  );
  gauge(
    "agent_registry_api_domain_checks_pending",
    "Domains that are being asked, and that wait to be asked",
    {
      by: "state",
      read: () => [
        ["running", checks.running()],
        ["waiting", checks.waiting()],
      ],
    },
  );
}
