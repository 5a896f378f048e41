"use client";

import { AGENT_STATUSES } from "@agent-registry/protocol/agent";
import { MAX_SEARCH_LENGTH } from "@agent-registry/protocol/limits";
import { useEffect, useRef, useState } from "react";
import type { AgentsQuery } from "../../api/resources.ts";
import { Choice } from "../../shared/choice.tsx";
import { SearchIcon } from "../../shared/icons.tsx";
import type { UrlChanges } from "../../shared/use-url-state.ts";

type Props = {
  query: AgentsQuery;
  write(changes: UrlChanges, options?: { replace?: boolean }): void;
  onSort(column: string): void;
};

const TYPING_PAUSE_MS = 300;
const SORT_LABELS = { agentId: "Number", registeredAt: "Registered", lastAttestation: "Attested" } as const;

export function AgentsFilters({ query, write, onSort }: Props) {
  return (
    <div className="mb-4 flex flex-wrap items-center gap-3">
      <SearchField search={query.search} write={write} />
      <Choice
        label="Status"
        value={query.status ?? "All"}
        options={["All", ...AGENT_STATUSES]}
        onChoose={(status) => write({ status: status === "All" ? null : status, page: null })}
      />
      {/* On a wide screen the table's headings sort; a narrow table lacks some, a list of entries all. */}
      <div className="flex items-center gap-2 text-sm lg:hidden">
        <label htmlFor="sort" className="text-muted">
          Sort by
        </label>
        <select
          id="sort"
          value={query.sort}
          onChange={(event) => onSort(event.target.value)}
          className="h-9 rounded-lg border border-line bg-surface px-2"
        >
          {Object.entries(SORT_LABELS).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <button
          type="button"
          onClick={() => onSort(query.sort)}
          className="h-9 rounded-lg border border-line bg-surface px-3"
        >
          {query.order === "asc" ? "Ascending" : "Descending"}
        </button>
      </div>
    </div>
  );
}

function SearchField({ search, write }: { search: string; write: Props["write"] }) {
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
    <search className="relative flex min-w-0 flex-1 basis-72 items-center">
      <span className="pointer-events-none absolute left-3 text-muted">
        <SearchIcon />
      </span>
      <input
        type="search"
        aria-label="Search agents"
        placeholder="Number, wallet or scope"
        value={text}
        onChange={(event) => setText(event.target.value)}
        maxLength={MAX_SEARCH_LENGTH}
        autoComplete="off"
        spellCheck={false}
        className="h-10 w-full rounded-[10px] border border-line bg-surface pr-3 pl-9 text-sm placeholder:text-muted"
      />
    </search>
  );
}
