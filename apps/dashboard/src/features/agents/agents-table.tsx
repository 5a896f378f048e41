"use client";

import type { AgentListItem } from "@agent-registry/protocol";
import { Hex } from "../../shared/links/hex.tsx";
import { AgentNumberLink } from "../../shared/links/page-link.tsx";
import {
  type RegisterColumn,
  RegisterTable,
  registerColumns,
  type Sorting,
} from "../../shared/page/register-table.tsx";
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

const helper = registerColumns<AgentEntry>();

const TIME = "md:w-34 max-md:order-5 max-md:text-right max-md:text-muted";

const COLUMNS = {
  agentId: helper.display({
    id: "agentId",
    header: "No.",
    meta: { className: "md:w-18 max-md:order-1", skeleton: "w-6" },
    cell: ({ row: { original } }) => <AgentNumberLink id={original.agentId} />,
  }),
  operationalScope: helper.display({
    id: "operationalScope",
    header: "Scope",
    meta: { className: "max-md:order-3 max-md:col-span-2", skeleton: "w-4/5" },
    cell: ({ row: { original } }) =>
      original.operationalScope === null ? (
        <span className="text-muted">not available</span>
      ) : (
        <UntrustedLine>{original.operationalScope}</UntrustedLine>
      ),
  }),
  agentWallet: helper.display({
    id: "agentWallet",
    header: "Wallet",
    meta: { className: "overflow-visible md:w-36 max-md:order-4 md:max-lg:hidden", skeleton: "w-24" },
    cell: ({ row: { original } }) => (
      <Hex value={original.agentWallet} label={`wallet of agent ${original.agentId}`} />
    ),
  }),
  haftungsperson: helper.display({
    id: "haftungsperson",
    header: "Haftungsperson",
    meta: {
      className: "overflow-visible md:w-36 max-md:order-6 max-md:col-span-2",
      skeleton: "w-24",
    },
    cell: ({ row: { original } }) => (
      <>
        <span className="text-muted md:sr-only">liable </span>
        <Hex
          of="haftungsperson"
          value={original.haftungsperson}
          label={`Haftungsperson of agent ${original.agentId}`}
        />
      </>
    ),
  }),
  registeredAt: helper.display({
    id: "registeredAt",
    header: "Registered",
    meta: { className: TIME, skeleton: "w-20" },
    cell: ({ row: { original } }) => <TimeAgo iso={original.registeredAt} />,
  }),
  lastAttestation: helper.display({
    id: "lastAttestation",
    header: "Attested",
    meta: { className: TIME, skeleton: "w-20" },
    cell: ({ row: { original } }) =>
      original.lastAttestation === undefined ? (
        "—"
      ) : (
        <>
          <span className="md:hidden">attested </span>
          <TimeAgo iso={original.lastAttestation} />
        </>
      ),
  }),
  status: helper.display({
    id: "status",
    header: "Status",
    meta: { className: "md:w-28 text-right max-md:order-2", skeleton: "w-16" },
    cell: ({ row: { original } }) => <StatusBadge status={original.status} />,
  }),
} satisfies Record<string, RegisterColumn<AgentEntry>>;

const WIDE_TIME = { className: `${TIME} max-lg:hidden`, skeleton: "w-20" };
const WIDE_ONLY = {
  registeredAt: { ...COLUMNS.registeredAt, meta: WIDE_TIME },
  lastAttestation: { ...COLUMNS.lastAttestation, meta: WIDE_TIME },
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
