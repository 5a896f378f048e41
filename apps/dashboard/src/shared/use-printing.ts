"use client";

import { useSyncExternalStore } from "react";

/**
 * Whether the page is being put on paper, for what paper needs and a screen has no room for. Some browsers
 * tell by their media, some by the event alone.
 */
export function usePrinting(): boolean {
  return useSyncExternalStore(subscribe, read, () => false);
}

let isBetweenEvents = false;

function subscribe(listener: () => void): () => void {
  const media = window.matchMedia("print");
  const onBefore = () => {
    isBetweenEvents = true;
    listener();
  };
  const onAfter = () => {
    isBetweenEvents = false;
    listener();
  };
  media.addEventListener("change", listener);
  window.addEventListener("beforeprint", onBefore);
  window.addEventListener("afterprint", onAfter);
  return () => {
    media.removeEventListener("change", listener);
    window.removeEventListener("beforeprint", onBefore);
    window.removeEventListener("afterprint", onAfter);
  };
}

function read(): boolean {
  return isBetweenEvents || window.matchMedia("print").matches;
}
