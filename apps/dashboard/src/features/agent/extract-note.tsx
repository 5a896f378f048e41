"use client";

import { formatExact } from "../../shared/format-time.ts";
import { useRegistry } from "../../shared/use-registry.ts";
import { useTicking } from "../../shared/use-ticking.ts";

/** The head of the printed page: what it is, and as of when. */
export function ExtractNote() {
  const registry = useRegistry();
  const now = useTicking((nowMs) => formatExact(new Date(nowMs).toISOString()));
  return (
    <p className="hidden border-y border-line py-2 text-sm print:block">
      Extract of the Agent Registry, {now}.{" "}
      {registry === null ? "" : `${registry.name}, contract ${registry.address}. `}
      The register itself is the record; this sheet is a copy.
    </p>
  );
}
