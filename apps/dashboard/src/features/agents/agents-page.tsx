"use client";

import { toVisibleText } from "@agent-registry/protocol/visible-text";
import { resources } from "../../api/resources.ts";
import { REFRESH_MS, useResource } from "../../api/use-resource.ts";
import { PageLink } from "../../shared/page-link.tsx";
import { PageTitle } from "../../shared/page-title.tsx";
import { useUrlState } from "../../shared/use-url-state.ts";
import { AgentsFilters } from "./agents-filters.tsx";
import { AgentsList } from "./agents-list.tsx";
import { parseAgentsQuery } from "./parse-agents-query.ts";
import { SearchField } from "./search-field.tsx";

export function AgentsPage() {
  const { params } = useUrlState();
  const query = parseAgentsQuery(params);
  const agents = useResource(resources.agents(query), { keepPrevious: true, refreshMs: REFRESH_MS });
  return (
    <>
      <PageTitle lead="Everyone on record, with the Haftungsperson: the person who is liable.">
        Agents
      </PageTitle>
      <AgentsFilters query={query}>
        <SearchField search={query.search} />
      </AgentsFilters>
      <AgentsList
        caption="Agents"
        columns={[
          "agentId",
          "operationalScope",
          "agentWallet",
          "haftungsperson",
          "registeredAt",
          "lastAttestation",
          "status",
        ]}
        state={agents}
        query={query}
        words={toFilterWords(query)}
        empty={<Empty isFiltered={query.search !== "" || query.status !== null} />}
      />
    </>
  );
}

function toFilterWords({ search, status }: { search: string; status: string | null }): string {
  const words = [
    status === null ? "" : status,
    search === "" ? "" : `matching “${toVisibleText(search)}”`,
  ].filter((word) => word !== "");
  return words.length === 0 ? " on record" : `, ${words.join(", ")}`;
}

function Empty({ isFiltered }: { isFiltered: boolean }) {
  return (
    <>
      <p className="font-serif text-xl">{isFiltered ? "No agent fits" : "No agent is on record yet"}</p>
      <p className="mt-1 text-muted">
        {isFiltered ? (
          <>
            Search finds a number, words of the scope, and the beginning of the address of wallet, creator or
            Haftungsperson. A part from the middle of a word is not found.{" "}
            <PageLink href="/agents" className="link">
              Show all agents
            </PageLink>
          </>
        ) : (
          "The first one to register appears here."
        )}
      </p>
    </>
  );
}
