import type { Filing } from "@agent-registry/protocol";

/** What the actor of this filing agreed to; what others agreed to before is left out. */
export function toConsentWords({ given }: Pick<Extract<Filing, { kind: "consent-given" }>, "given">): string {
  return [given.wallet && "wallet", given.haftungsperson && "Haftungsperson", given.parent && "parent"]
    .filter(Boolean)
    .join(", ");
}
