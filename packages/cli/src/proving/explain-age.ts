import { UntrustedProof } from "@agent-registry/sdk";

/** For a proof whose block is too old: what the caller can do about it. */
export function explainAge(remedy: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof UntrustedProof) || error.reason !== "stale-block") throw error;
    throw new UntrustedProof(error.reason, `${error.message} ${remedy}`);
  };
}
