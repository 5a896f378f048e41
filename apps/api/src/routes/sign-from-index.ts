import { apiErrors, KYA_MAX_SILENCE_MS } from "@agent-registry/protocol";
import { HttpError } from "@agent-registry/service";
import type { Context } from "hono";
import type { EntryKey, EntrySnapshot } from "../index-store/index-reader.ts";
import { reply } from "../responses/reply.ts";
import type { RouteDeps } from "./route-deps.ts";

type Token = { token: string; maxAgeSeconds: number };

/**
 * Sends a token that is signed for this request from what the index holds of an entry: never from an index that may be old,
 * nor from one that took back blocks or came to doubt an agent while the token was made.
 */
export async function signFromIndex(
  c: Context,
  { reader, freshness }: Pick<RouteDeps, "reader" | "freshness">,
  { key, sign }: { key: EntryKey; sign: (snapshot: EntrySnapshot) => Promise<Token> },
): Promise<Response> {
  freshness.assertFresh(KYA_MAX_SILENCE_MS);
  const rewindCount = freshness.rewindCount();
  const snapshot = await reader.findEntrySnapshot(key);
  if (snapshot === undefined) throw failure("the index is still empty");
  const { token, maxAgeSeconds } = await sign(snapshot);
  if (freshness.rewindCount() !== rewindCount) throw failure("the index has just changed; ask again");
  return reply(c, {
    status: 200,
    body: token,
    headers: { "Content-Type": "application/jwt", "Cache-Control": `public, max-age=${maxAgeSeconds}` },
  });
}

const failure = (reason: string) => new HttpError(500, apiErrors.rpcFailure(reason));
