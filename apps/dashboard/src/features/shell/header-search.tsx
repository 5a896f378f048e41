"use client";

import { usePathname, useRouter } from "next/navigation";
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { useServices } from "../../api/api-provider.tsx";
import { announce } from "../../shared/announce.ts";
import { SearchIcon } from "../../shared/icons.tsx";
import { findWalletPath, parseSearch } from "./search-paths.ts";

/** A number, a wallet or a person's address goes straight to its page; anything else is a search. `/` puts the cursor here. */
export function HeaderSearch() {
  const input = useRef<HTMLInputElement>(null);
  const { isBusy, search, cancelSearch } = useSearch({ onFound: empty });

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
          onChange={cancelSearch}
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

type Asking = { wallet: string; controller: AbortController };

/**
 * Goes to the page of what was typed. A reader who follows a link or types something else while a wallet is
 * being looked up has given the search up, and is not taken to its result later.
 */
function useSearch({ onFound }: { onFound(): void }) {
  const router = useRouter();
  const pathname = usePathname();
  const { apiUrl } = useServices();
  const asking = useRef<Asking | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  function cancelSearch() {
    asking.current?.controller.abort();
    asking.current = null;
    setIsBusy(false);
  }

  function go(path: string) {
    onFound();
    router.push(path);
  }

  async function ask(wallet: string) {
    if (asking.current?.wallet === wallet) return;
    cancelSearch();
    const mine = { wallet, controller: new AbortController() };
    asking.current = mine;
    setIsBusy(true);
    announce("Asking the register");
    const from = window.location.href;
    const path = await findWalletPath({ wallet, apiUrl, signal: mine.controller.signal });
    if (asking.current !== mine) return;
    cancelSearch();
    // A choice made on the page meanwhile changes its address, too.
    if (path !== null && window.location.href === from) go(path);
  }

  function search(text: string) {
    const target = parseSearch(text);
    if (target === null) return;
    if ("wallet" in target) void ask(target.wallet);
    else go(target.path);
  }

  const onLeave = useEffectEvent(cancelSearch);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is what the effect waits for
  useEffect(() => () => onLeave(), [pathname]);
  useEffect(() => {
    if (!isBusy) return;
    // A link is followed some time before the address changes.
    const onClick = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest("a") !== null) onLeave();
    };
    document.addEventListener("click", onClick, true);
    return () => document.removeEventListener("click", onClick, true);
  }, [isBusy]);

  return { isBusy, search, cancelSearch };
}
