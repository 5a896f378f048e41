"use client";

import { createContext, type ReactNode, useContext } from "react";

const RenderedAtContext = createContext(0);

/** When the server wrote the page, by its clock. The browser's first look at the page must be at the same time. */
export function useRenderedAtMs(): number {
  return useContext(RenderedAtContext);
}

export function RenderedAt({ atMs, children }: { atMs: number; children: ReactNode }) {
  return <RenderedAtContext value={atMs}>{children}</RenderedAtContext>;
}
