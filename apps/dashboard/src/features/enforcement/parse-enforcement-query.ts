import type { EnforcementAction } from "@agent-registry/protocol";

export const KINDS = [
  "all",
  "suspended",
  "reactivated",
  "revoked",
  "released",
  "refused",
] as const satisfies ("all" | EnforcementAction)[];

/** What the address bar asks for; a kind that there is not is ignored. */
export function parseEnforcementQuery(params: Pick<URLSearchParams, "get">) {
  const kind = KINDS.find((name) => name === params.get("kind")) ?? "all";
  return {
    kind: kind === "all" ? null : kind,
    regulator: params.get("regulator"),
    after: params.get("after"),
  };
}
