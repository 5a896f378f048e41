"use client";

import { useSyncExternalStore } from "react";

/** The dashboard's own address, which the browser alone knows for sure; empty until the page runs. */
export function useOrigin(): string {
  return useSyncExternalStore(
    () => () => {},
    () => window.location.origin,
    () => "",
  );
}
