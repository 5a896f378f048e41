import { apiErrors, StatusListParam } from "@agent-registry/protocol";
import { toStatusListUri } from "@agent-registry/protocol/signed";
import { HttpError } from "@agent-registry/service";
import { type Context, Hono } from "hono";
import { reply } from "../responses/reply.ts";
import { sendStored } from "../responses/send-stored.ts";
import { requireSigning, type SigningDeps } from "./signing.ts";

const CACHE_CONTROL = "public, max-age=60";

/** The standing of every agent, signed: Token Status Lists, and the list of these lists. */
export function statusListsRoutes({ signing }: SigningDeps) {
  function listAll(c: Context): Response {
    const { signer, statusLists } = requireSigning(signing);
    const status_lists = Array.from({ length: statusLists.count() }, (_, list) =>
      toStatusListUri({ issuer: signer.issuer, list }),
    );
    const headers = { "Content-Type": "application/json", "Cache-Control": CACHE_CONTROL };
    return reply(c, { status: 200, body: JSON.stringify({ status_lists }), headers });
  }

  async function sendOne(c: Context): Promise<Response> {
    const { statusLists } = requireSigning(signing);
    // The draft's historical resolution, which is optional.
    if (c.req.query("time") !== undefined) throw new HttpError(501, apiErrors.noOldLists);
    const given = c.req.param("list") ?? "";
    const { success, data } = StatusListParam.safeParse({ list: given });
    const list = success ? statusLists.find(Number(data.list)) : undefined;
    if (list === undefined) throw new HttpError(404, apiErrors.noSuchList(given));
    return await sendStored(c, list, {
      "Content-Type": "application/statuslist+jwt",
      "Cache-Control": CACHE_CONTROL,
    });
  }

  return new Hono().get("/status-lists", listAll).get("/status-lists/:list", sendOne);
}
