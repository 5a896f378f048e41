import { apiErrors, StatusListParam, StatusListsResponse, TokenSchema } from "@agent-registry/protocol";
import { toStatusListUri } from "@agent-registry/protocol/signed";
import { HttpError } from "@agent-registry/service";
import { type Context, Hono } from "hono";
import type { DocumentPart } from "../../http/question.ts";
import { type Register, requireSigning } from "../../http/register.ts";
import { reply } from "../../http/reply.ts";
import { sendStored } from "../../http/stored-response.ts";
import { indexErrors, signsNothing } from "../shared/errors.ts";

const CACHE_CONTROL = "public, max-age=60";

/** The standing of every agent, signed: Token Status Lists, and the list of these lists. */
export function statusListsRoutes({ signing }: Pick<Register, "signing">) {
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

export const statusListsDocument: DocumentPart = {
  schemas: { StatusLists: StatusListsResponse },
  routes: [
    {
      method: "get",
      path: "/api/v1/status-lists",
      operationId: "listStatusLists",
      tag: "Signed statements",
      summary: "The addresses of all status lists",
      responses: {
        200: {
          description: "Holds for a minute",
          schema: StatusListsResponse,
          example: { status_lists: ["https://register.test/api/v1/status-lists/0"] },
        },
        ...signsNothing,
        ...indexErrors,
      },
    },
    {
      method: "get",
      path: "/api/v1/status-lists/{list}",
      operationId: "getStatusList",
      tag: "Signed statements",
      hasEtag: true,
      summary: "The standing of a million agents, signed, as a Token Status List",
      description:
        "Two bits for each agent, by its number. 0: active, and the attestation holds until the list expires. 1: revoked or terminated. 2: suspended. 3: lapsed, or lapses before the list expires, or in doubt: ask, or refuse. `chain` names the block, `size` how many places there are.",
      params: StatusListParam,
      responses: {
        200: {
          description: "`typ: statuslist+jwt`. Built every minute, and soon after a status has changed",
          schema: TokenSchema,
          contentType: "application/statuslist+jwt",
        },
        404: { description: "No such list, or `This register signs nothing`" },
        501: { description: "With `time`: lists of the past are not kept" },
        ...indexErrors,
      },
    },
  ],
};
