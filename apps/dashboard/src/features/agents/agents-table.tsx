"use client";

import type { AgentListItem } from "@agent-registry/protocol";
import { Hex } from "../../shared/links/hex.tsx";
import { AgentNumberLink } from "../../shared/links/page-link.tsx";
import { type RegisterColumn, RegisterTable, type Sorting } from "../../shared/page/register-table.tsx";
import { UntrustedLine } from "../../shared/text/untrusted-text.tsx";
import { TimeAgo } from "../../shared/time/time-ago.tsx";
import { StatusBadge } from "../../shared/verdict/status-badge.tsx";

type AgentEntry = Pick<
  AgentListItem,
  "agentId" | "agentWallet" | "haftungsperson" | "registeredAt" | "status" | "lastAttestation"
> & {
  /** Null if it is not known at the moment. */
  operationalScope: string | null;
};

const TIME = "md:w-34 max-md:order-5 max-md:text-right max-md:text-muted";

const COLUMNS = {
  agentId: {
    sort: "agentId",
    header: "No.",
    className: "md:w-18 max-md:order-1",
    skeleton: "w-6",
    cell: (agent) => <AgentNumberLink id={agent.agentId} />,
  },
  operationalScope: {
    header: "Scope",
    className: "max-md:order-3 max-md:col-span-2",
    skeleton: "w-4/5",
    cell: (agent) =>
      agent.operationalScope === null ? (
        <span className="text-muted">not available</span>
      ) : (
        <UntrustedLine>{agent.operationalScope}</UntrustedLine>
      ),
  },
  agentWallet: {
    header: "Wallet",
    className: "overflow-visible md:w-36 max-md:order-4 md:max-lg:hidden",
    skeleton: "w-24",
    cell: (agent) => <Hex value={agent.agentWallet} label={`wallet of agent ${agent.agentId}`} />,
  },
  haftungsperson: {
    header: "Haftungsperson",
    className: "overflow-visible md:w-36 max-md:order-6 max-md:col-span-2",
    skeleton: "w-24",
    cell: (agent) => (
      <>
        <span className="text-muted md:sr-only">liable </span>
        <Hex
          of="haftungsperson"
          value={agent.haftungsperson}
          label={`Haftungsperson of agent ${agent.agentId}`}
        />
      </>
    ),
  },
  registeredAt: {
    sort: "registeredAt",
    header: "Registered",
    className: TIME,
    skeleton: "w-20",
    cell: (agent) => <TimeAgo iso={agent.registeredAt} />,
  },
  lastAttestation: {
    sort: "lastAttestation",
    header: "Attested",
    className: TIME,
    skeleton: "w-20",
    cell: (agent) =>
      agent.lastAttestation === undefined ? (
        "—"
      ) : (
        <>
          <span className="md:hidden">attested </span>
          <TimeAgo iso={agent.lastAttestation} />
        </>
      ),
  },
  status: {
    header: "Status",
    className: "md:w-28 text-right max-md:order-2",
    skeleton: "w-16",
    cell: (agent) => <StatusBadge status={agent.status} />,
  },
} satisfies Record<string, RegisterColumn<AgentEntry>>;

const WIDE_TIME = `${TIME} max-lg:hidden`;
const WIDE_ONLY = {
  registeredAt: { ...COLUMNS.registeredAt, className: WIDE_TIME },
  lastAttestation: { ...COLUMNS.lastAttestation, className: WIDE_TIME },
};

export type AgentColumn = keyof typeof COLUMNS;

type Props = {
  caption: string;
  columns: AgentColumn[];
  agents: AgentEntry[] | undefined;
  placeholders: number;
  sorting?: Sorting;
};

export function AgentsTable({ caption, columns, agents, placeholders, sorting }: Props) {
  // If there is room for one time only, it is the one that the agents are sorted by.
  const lesserTime = sorting?.sort === "lastAttestation" ? "registeredAt" : "lastAttestation";
  return (
    <RegisterTable
      caption={caption}
      columns={columns.map((name) => (name === lesserTime ? WIDE_ONLY[name] : COLUMNS[name]))}
      rows={agents}
      placeholders={placeholders}
      getRowId={(agent) => String(agent.agentId)}
      {...(sorting === undefined ? {} : { sorting })}
    />
  );
}
