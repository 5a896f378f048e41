"use client";

import { type FormEvent, useEffect, useRef } from "react";
import { SearchIcon } from "../../shared/icons.tsx";
import { useSearch } from "./use-search.ts";

/** A number, a wallet or a person's address goes straight to its page; anything else is a search. `/` puts the cursor here. */
export function HeaderSearch() {
  const input = useRef<HTMLInputElement>(null);
  const { isBusy, search, giveUp } = useSearch({ onFound: empty });

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
        return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);

  function empty() {
    if (input.current === null) return;
    input.current.value = "";
    input.current.blur();
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    search(input.current?.value ?? "");
  }

  return (
    <search className="min-w-0">
      <form action="/agents" onSubmit={onSubmit} aria-busy={isBusy} className="relative flex items-center">
        <span className="pointer-events-none absolute left-3 text-muted">
          <SearchIcon />
        </span>
        <input
          ref={input}
          onChange={giveUp}
          type="search"
          name="search"
          aria-label="Find an agent by number or wallet"
          placeholder="Number, wallet or person"
          autoComplete="off"
          spellCheck={false}
          className="peer h-9 w-full max-w-72 min-w-0 rounded-lg border border-line bg-paper pr-3 pl-9 text-sm placeholder:text-muted sm:w-72 sm:pr-9 [&::-webkit-search-cancel-button]:hidden"
        />
        {isBusy ? (
          <span
            aria-hidden
            className="pointer-events-none absolute right-px rounded-r-lg bg-paper px-2.5 py-1.5 text-xs text-muted"
          >
            asking …
          </span>
        ) : (
          <kbd
            aria-hidden
            className="pointer-events-none absolute right-2.5 rounded border border-line px-1.5 font-sans text-xs text-muted peer-focus:hidden max-sm:hidden"
          >
            /
          </kbd>
        )}
      </form>
    </search>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
