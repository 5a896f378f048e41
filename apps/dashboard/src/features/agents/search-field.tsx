"use client";

import { MAX_SEARCH_LENGTH } from "@agent-registry/protocol/limits";
import { useEffect, useRef, useState } from "react";
import { SearchIcon } from "../../shared/icons.tsx";
import { StateForm } from "../../shared/state-form.tsx";
import { useUrlState } from "../../shared/use-url-state.ts";

const TYPING_PAUSE_MS = 300;

export function SearchField({ search }: { search: string }) {
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
