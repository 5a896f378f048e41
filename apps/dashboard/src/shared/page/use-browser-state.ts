"use client";

import { useSyncExternalStore } from "react";

/**
 * Whether the page is being printed: paper shows some things that a screen has no room for. Some browsers
 * show it by the media query, others by the events alone.
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

/** False on the server and at the browser's first look at the page, which must be the same; true from then on. */
export function useIsRunning(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
}
