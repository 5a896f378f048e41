"use client";

import { usePathname, useRouter } from "next/navigation";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useApiUrl } from "../../api/api-provider.tsx";
import { announce } from "../../shared/announce.ts";
import { findWalletPath } from "./find-wallet-path.ts";
import { parseSearch } from "./parse-search.ts";

type Asking = { wallet: string; controller: AbortController };

/**
 * Goes to the page of what was typed. A reader who follows a link or types something else while a wallet is
 * being looked up has given the search up, and is not taken to its result later.
 */
export function useSearch({ onFound }: { onFound(): void }) {
  const router = useRouter();
  const pathname = usePathname();
  const apiUrl = useApiUrl();
  const asking = useRef<Asking | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  function giveUp() {
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
    giveUp();
    const mine = { wallet, controller: new AbortController() };
    asking.current = mine;
    setIsBusy(true);
    announce("Asking the register");
    const from = window.location.href;
    const path = await findWalletPath({ wallet, apiUrl, signal: mine.controller.signal });
    if (asking.current !== mine) return;
    giveUp();
    // A choice made on the page meanwhile changes its address, too.
    if (path !== null && window.location.href === from) go(path);
  }

  function search(text: string) {
    const target = parseSearch(text);
    if (target === null) return;
    if ("wallet" in target) void ask(target.wallet);
    else go(target.path);
  }

  const onLeave = useEffectEvent(giveUp);
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

  return { isBusy, search, giveUp };
}
