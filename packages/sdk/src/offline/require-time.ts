import { MAX_LIFETIME_SECONDS, type TokenKind } from "@agent-registry/protocol/signed";
import { UntrustedToken } from "./verify-token.ts";

/** Clocks differ. */
export const MAX_AHEAD_SECONDS = 30;

/** A token holds from the second it was issued, and no longer on the second that it expires. */
export function requireTime(
  { iat, exp }: { iat: number; exp: number },
  {
    kind,
    now,
    slackSeconds = MAX_AHEAD_SECONDS,
    maxAgeSeconds = Number.POSITIVE_INFINITY,
  }: { kind: TokenKind; now: number; slackSeconds?: number; maxAgeSeconds?: number | undefined },
): void {
  if (exp <= iat) throw new UntrustedToken("contradictory", "It expires before it is issued.");
  if (exp - iat > MAX_LIFETIME_SECONDS[kind] + MAX_AHEAD_SECONDS)
    throw new UntrustedToken(
      "too-long-lived",
      `It would hold for ${exp - iat} seconds, and no register signs for more than ${MAX_LIFETIME_SECONDS[kind]}.`,
    );
  if (iat > now + slackSeconds)
    throw new UntrustedToken(
      "not-yet-valid",
      `It was issued ${iat - now} seconds after the time that it is judged at. Is the clock right?`,
    );
  if (exp <= now)
    throw new UntrustedToken(
      "expired",
      `It expired ${now - exp} seconds ago. It is still evidence of what was said until then.`,
    );
  if (now - iat > maxAgeSeconds)
    throw new UntrustedToken(
      "too-old",
      `It is ${now - iat} seconds old, and ${maxAgeSeconds} are allowed: ask for a newer one.`,
    );
}

/** As `verifyKya` has it for proofs: a statement about an older block may have been false when it was signed. */
export const MAX_BLOCK_LAG_SECONDS = 120;

/** The block that a token names must have been new when the token was signed. */
export function requireRecentBlock(
  { iat, block }: { iat: number; block: { timestamp: number } },
  maxBlockLagSeconds = MAX_BLOCK_LAG_SECONDS,
): void {
  const lag = iat - block.timestamp;
  if (lag > maxBlockLagSeconds)
    throw new UntrustedToken(
      "stale-block",
      `Its block was ${lag} seconds old when it was signed, and ${maxBlockLagSeconds} are allowed: what it says may have changed before.`,
    );
  if (lag < -MAX_AHEAD_SECONDS)
    throw new UntrustedToken(
      "block-from-the-future",
      `Its block is ${-lag} seconds younger than its signature.`,
    );
}
