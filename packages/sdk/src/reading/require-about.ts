import type { Address } from "viem";
import { RegistryError } from "../errors/registry-error.ts";

/** An answer about another wallet would admit one wallet on the standing of another. */
export function requireAbout({ asked, answered }: { asked: Address; answered: Address }): void {
  if (asked === answered) return;
  throw new RegistryError({
    reason: "api-failed",
    message:
      "The query API answered about another wallet than it was asked about. Ask the chain, or another API.",
  });
}
