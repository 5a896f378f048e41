"use client";

import type { PersonRole } from "@agent-registry/protocol";
import { useState } from "react";
import { feeds, type PersonResponse, resources } from "../../api/resources.ts";
import { REFRESH_MS, useResource } from "../../api/use-resource.ts";
import { Hex } from "../../shared/links/hex.tsx";
import { FeedLink } from "../../shared/links/outer-links.tsx";
import { PageLink } from "../../shared/links/page-link.tsx";
import { toKyaPath, toPersonPath } from "../../shared/links/paths.ts";
import { Card } from "../../shared/page/card.tsx";
import { SkeletonSentence } from "../../shared/page/skeleton.tsx";
import { formatCount } from "../../shared/text/format-number.ts";
import { useUrlState } from "../../shared/url-state/url-state.tsx";
import { AgentsFilters, AgentsList } from "../agents/agents-list.tsx";
import { parseAgentsQuery } from "../agents/parse-agents-query.ts";
import { toStated } from "../certificates/certificate-words.ts";
import { CertificatesTable } from "../certificates/certificates-table.tsx";
import { CertifiedLine } from "../certificates/certified-line.tsx";
import { SignIn } from "../sign/sign-in.tsx";
import { PendingHandovers, PersonStanding } from "./person-standing.tsx";
import {
  parsePersonRole,
  ROLE_NAMES,
  toConsentSentence,
  toEmptyWords,
  toOtherRole,
  toStandingWords,
  toWaitingSentence,
} from "./person-words.ts";

/** Who stands behind agents: all that an address answers for, or all that it has registered. */
export function PersonPage({ address }: { address: string }) {
  const { params } = useUrlState();
  const role = parsePersonRole(params);
  // The agents of one role are no stand-in for those of the other.
  return <PersonInRole key={role} address={address} role={role} />;
}

function PersonInRole({ address, role }: { address: string; role: PersonRole }) {
  const { params } = useUrlState();
  const { search: _, ...query } = parseAgentsQuery(params);
  const resource = resources.person({ role, address, ...query });
  const person = useResource(resource, {
    keepPrevious: true,
    refreshMs: REFRESH_MS,
  });
  const summary = person.data?.summary;
  const certificates = person.data?.certificates;
  const hasCertificates = certificates !== undefined && certificates.length > 0;
  // If the last one is ended here, the panel stays and says so.
  const [hadCertificates, setHadCertificates] = useState(hasCertificates);
  if (hasCertificates && !hadCertificates) setHadCertificates(true);
  const isNamed = summary === undefined || summary.totalAgents > 0;
  const handovers = person.data?.pendingHandovers;
  return (
    <>
      <div className="pt-8 pb-7 sm:pt-12">
        <h1 className="text-3xl sm:text-4xl">{ROLE_NAMES[role]}</h1>
        <p className="mt-2 flex flex-wrap items-center gap-x-2">
          <span className="text-muted">
            {role === "creator" ? "who registered agents" : "the liable person"} ·
          </span>
          <Hex value={address} label="the address" whole />
          {role === "creator" ? null : (
            <FeedLink feed={feeds.haftungsperson(address)} of="this Haftungsperson’s agents" />
          )}
          {hasCertificates ? (
            <a href="#card-certificates" className="link text-sm">
              Certificates
            </a>
          ) : null}
        </p>
        <p className="mt-3 max-w-[52rem] text-lg">
          {person.data === undefined ? (
            person.error === null ? (
              <SkeletonSentence shape="Answers for 12 agents, all in good standing. Agreed to all of them." />
            ) : null
          ) : (
            <Lead role={role} address={address} person={person.data} />
          )}
        </p>
        {role === "creator" || (certificates === undefined && person.error !== null) ? null : (
          <p className="mt-1 max-w-[52rem] text-muted">
            <CertifiedLine certificates={certificates?.map(toStated)} hasFailed={person.data !== undefined} />
          </p>
        )}
        <PersonRoles address={address} role={role} totalAgents={summary?.totalAgents} />
      </div>
      {handovers === undefined || handovers.total === 0 ? null : (
        <div className="mb-5">
          <PendingHandovers {...handovers} />
        </div>
      )}
      {isNamed || (summary.formerAgents?.total ?? 0) > 0 ? (
        <div className="grid gap-5">
          {person.data === undefined && person.error !== null ? null : (
            <PersonStanding summary={summary} role={role} address={address} />
          )}
          {isNamed ? (
            <section aria-labelledby="agents">
              <h2 id="agents" className="mb-4 text-xl">
                Agents
              </h2>
              <AgentsFilters query={query} />
              <AgentsList
                caption={role === "creator" ? "Agents that were registered from here" : "Agents answered for"}
                columns={[
                  "agentId",
                  "operationalScope",
                  "agentWallet",
                  ...(role === "creator" ? (["haftungsperson"] as const) : []),
                  "registeredAt",
                  "lastAttestation",
                  "status",
                ]}
                state={person}
                query={query}
                words={query.status === null ? "" : `, ${query.status}`}
                empty={<p className="text-muted">No agent is in this state.</p>}
              />
            </section>
          ) : null}
        </div>
      ) : null}
      {hadCertificates ? (
        <div className="mt-5 grid gap-5">
          {hasCertificates ? (
            <Card title="Certificates" isLong>
              <CertificatesTable of="person" certificates={certificates} />
            </Card>
          ) : null}
          <SignIn shown={{ of: "person", address, certificates: certificates ?? [], resource }}>
            The person accepts and ends its certificates; their notaries and regulators end them. Notaries
            certify by the command line.
          </SignIn>
        </div>
      ) : null}
    </>
  );
}

type LeadProps = { role: PersonRole; address: string; person: PersonResponse };

function Lead({ role, address, person: { summary, pendingHandovers } }: LeadProps) {
  const standing = toStandingWords(role, summary);
  const waiting = toWaitingSentence(pendingHandovers);
  if (standing === null)
    return (
      <>
        {toSentences([toEmptyWords(role, summary), waiting])}{" "}
        <PageLink href={toKyaPath(address)} className="link">
          Check it as a wallet
        </PageLink>
      </>
    );
  return toSentences([standing, toConsentSentence(summary), waiting]);
}

function toSentences(sentences: (string | null)[]): string {
  return sentences.filter((sentence) => sentence !== null).join(" ");
}

const ROLES = [
  ["haftungsperson", "Haftungsperson"],
  ["creator", "Creator"],
] as const;

type RolesProps = {
  address: string;
  role: PersonRole;
  /** Of the role whose page this is; undefined while it loads. */
  totalAgents: number | undefined;
};

/** The two roles that one address may have; each says how many agents it is about. */
function PersonRoles({ address, role, totalAgents }: RolesProps) {
  const other = useResource(resources.personInShort({ role: toOtherRole(role), address })).data;
  return (
    <nav aria-label="Roles" className="mt-5 print:hidden">
      <ul className="flex flex-wrap gap-x-6 gap-y-1 border-b border-line text-sm">
        {ROLES.map(([name, words]) => (
          <li key={name}>
            <PageLink
              href={toPersonPath(address, name)}
              aria-current={name === role ? "page" : undefined}
              className="-mb-px inline-block border-b-2 border-transparent pb-2 text-muted hover:text-ink aria-[current]:border-ink aria-[current]:text-ink"
            >
              {words} · {toCount(name === role ? totalAgents : other?.summary.totalAgents)}
              <span className="sr-only"> agents</span>
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function toCount(agents: number | undefined): string {
  return agents === undefined ? "…" : formatCount(agents);
}
