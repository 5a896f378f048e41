"use client";

import { MAX_SEARCH_LENGTH } from "@agent-registry/protocol/limits";
import { toVisibleText } from "@agent-registry/protocol/visible-text";
import { useEffect, useRef, useState } from "react";
import { resources } from "../../api/resources.ts";
import { REFRESH_MS, useResource } from "../../api/use-resource.ts";
import { SearchIcon } from "../../shared/icons.tsx";
import { PageLink } from "../../shared/links/page-link.tsx";
import { PageTitle } from "../../shared/page/page-title.tsx";
import { StateForm, useUrlState } from "../../shared/url-state/url-state.tsx";
import { AgentsFilters, AgentsList } from "./agents-list.tsx";
import { parseAgentsQuery } from "./parse-agents-query.ts";

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

const TYPING_PAUSE_MS = 300;

function SearchField({ search }: { search: string }) {
  const { write } = useUrlState();
  const [text, setText] = useState(search);
  const written = useRef(search);

  // The back button changes the search from outside; the field follows.
  useEffect(() => {
    if (search === written.current) return;
    written.current = search;
    setText(search);
  }, [search]);

  useEffect(() => {
    const next = text.trim();
    if (next === written.current) return;
    const timer = setTimeout(() => {
      // A search is one step in the browser's history, not one for every letter.
      const replace = written.current !== "" && next !== "";
      written.current = next;
      write({ search: next, page: null }, { replace });
    }, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, write]);

  return (
    <search className="min-w-0 flex-1 basis-72">
      <StateForm without={["search", "page"]} submit="Search" className="relative flex items-center gap-2">
        <span className="pointer-events-none absolute left-3 text-muted">
          <SearchIcon />
        </span>
        <input
          type="search"
          name="search"
          aria-label="Search agents"
          placeholder="Number, wallet or scope"
          value={text}
          onChange={(event) => setText(event.target.value)}
          maxLength={MAX_SEARCH_LENGTH}
          autoComplete="off"
          spellCheck={false}
          className="h-10 w-full rounded-[10px] border border-line bg-surface pr-3 pl-9 text-sm placeholder:text-muted"
        />
      </StateForm>
    </search>
  );
}
