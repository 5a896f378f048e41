import type { DomainReason } from "@agent-registry/protocol";

/** What a domain's server said when it was asked last. */
export type DomainFinding = {
  checkedAtMs: number;
  /** Null if its file could be read. */
  reason: DomainReason | null;
  /** The agents of this register that the file names. */
  agentIds: ReadonlySet<number>;
};

export type DomainFindings = ReturnType<typeof createDomainFindings>;

/** What is known of domains, in bounded memory: those that were asked about longest ago go first. */
export function createDomainFindings({ maxDomains = 10_000, maxAgents = 200_000 } = {}) {
  // A Map keeps the order of insertion.
  const findings = new Map<string, DomainFinding>();
  let agents = 0;

  function remove(domain: string): void {
    agents -= findings.get(domain)?.agentIds.size ?? 0;
    findings.delete(domain);
  }

  return {
    find(domain: string): DomainFinding | undefined {
      const finding = findings.get(domain);
      if (finding === undefined) return undefined;
      findings.delete(domain);
      findings.set(domain, finding);
      return finding;
    },

    keep(domain: string, finding: DomainFinding): void {
      remove(domain);
      findings.set(domain, finding);
      agents += finding.agentIds.size;
      for (const oldest of findings.keys()) {
        if (findings.size <= maxDomains && agents <= maxAgents) break;
        remove(oldest);
      }
    },

    size: () => findings.size,
  };
}
