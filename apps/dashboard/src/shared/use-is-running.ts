"use client";

import { useSyncExternalStore } from "react";

/** False on the server and at the browser's first look at the page, which must be the same; true from then on. */
export function useIsRunning(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
}
