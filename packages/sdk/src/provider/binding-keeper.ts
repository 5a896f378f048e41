import { BINDING_LIFETIME_SECONDS } from "@agent-registry/protocol/signed";
import { decodeJwt } from "jose";
import type { Address } from "viem";
import type { Fetch } from "../http/ask-json.ts";
import { settleWithin } from "../http/wait.ts";
import { fetchBinding } from "../offline/fetch-token.ts";
import { systemNow } from "../system-now.ts";

type Options = {
  apiUrl: string;
  wallet: Address;
  fetch: Fetch;
  /** Seconds since the epoch. */
  now?: () => number;
};

type Held = { token: string; renewAt: number; expiresAt: number };

/** A request waits no longer for a binding, and is sent without. */
const MAX_WAIT_MS = 2_000;
/** No register is asked more often, whatever it answers. */
const ASK_AGAIN_SECONDS = 60;

/**
 * The statement that a wallet is an agent's: fetched when it is first wanted, and renewed when half of its time is over.
 * Many providers need none, and not every register signs, so whatever fails here fails without a word.
 */
export function createBindingKeeper({ apiUrl, wallet, fetch, now = systemNow }: Options) {
  let held: Held | undefined;
  let loading: Promise<void> | undefined;
  let mayAskAt = 0;

  async function load(): Promise<void> {
    mayAskAt = now() + ASK_AGAIN_SECONDS;
    try {
      const token = await fetchBinding({ apiUrl, wallet, fetch });
      const { iat = 0, exp = 0 } = decodeJwt(token);
      // Providers take none that holds longer.
      const expiresAt = Math.min(exp, iat + BINDING_LIFETIME_SECONDS);
      held = { token, renewAt: (iat + expiresAt) / 2, expiresAt };
    } catch {
      // The one that is held goes on until it expires.
    } finally {
      loading = undefined;
    }
  }

  return {
    /** Undefined if the register gives none. */
    async get(): Promise<string | undefined> {
      if ((held === undefined || held.renewAt <= now()) && mayAskAt <= now()) loading ??= load();
      if (loading !== undefined && (held === undefined || held.expiresAt <= now()))
        await settleWithin(loading, MAX_WAIT_MS);
      return held !== undefined && held.expiresAt > now() ? held.token : undefined;
    },

    /** After a refusal: what was agreed since may be missing in the one that is held. */
    renewSoon(): void {
      if (held !== undefined) held.renewAt = 0;
    },
  };
}
