"use client";

import { resources } from "../../api/resources.ts";
import { useResource } from "../../api/use-resource.ts";
import { UntrustedText } from "../../shared/untrusted-text.tsx";

const SOURCES = { ens: "ENS", basename: "Basename" } as const;

/** What people call an address, beside it: its holder chose the name, so the name never stands alone. */
export function KnownName({ address }: { address: string }) {
  const known = useResource(resources.name(address)).data;
  if (known === undefined || known.name === null || known.source === null) return null;
  return (
    <>
      <span className="font-medium text-ink">
        <UntrustedText>{known.name}</UntrustedText>
      </span>{" "}
      {SOURCES[known.source]}
      {" · "}
    </>
  );
}
