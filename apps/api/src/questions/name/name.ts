import { AddressParam, NameResponse } from "@agent-registry/protocol";
import { Hono } from "hono";
import { getAddress } from "viem";
import { parseWallet } from "../../http/parse-request.ts";
import type { DocumentPart } from "../../http/question.ts";
import type { Register } from "../../http/register.ts";
import { sendStored } from "../../http/send-stored.ts";
import { toMemoryResponse } from "../../http/stored-response.ts";
import type { Names } from "../../names/create-names.ts";
import { processErrors } from "../shared/errors.ts";
import { HAFTUNGSPERSON, NOW } from "../shared/examples.ts";

/** The name by which people know an address. Nothing of the register depends on it. */
export function nameRoute({ names, clock }: Pick<Register, "clock"> & { names: Names }) {
  return new Hono().get("/name/:address", async (c) => {
    const address = parseWallet(c, "address");
    const { name, source, checkedAtMs, expiresAtMs } = await names.find(address);
    const answer: NameResponse = {
      address: getAddress(address),
      name,
      source,
      checkedAt: new Date(checkedAtMs).toISOString(),
    };
    const secondsLeft = Math.max(0, Math.floor((expiresAtMs - clock.now()) / 1000));
    return sendStored(c, toMemoryResponse(JSON.stringify(answer)), {
      "Content-Type": "application/json",
      "Cache-Control": `public, max-age=${secondsLeft}`,
    });
  });
}

export const nameDocument: DocumentPart = {
  schemas: { Name: NameResponse },
  routes: [
    {
      method: "get",
      path: "/api/v1/name/{address}",
      operationId: "getName",
      tag: "Agents",
      hasEtag: true,
      summary: "The name by which people know an address, such as a Haftungsperson's",
      description:
        "From ENS or Basenames, if the operator has them asked. A name counts only if it is in its normal form (ENSIP-15) and stands for the same address. Whoever holds the address chose it: the register's word is the address. An address with code has none here, since on another chain it may be somebody else's.",
      params: AddressParam,
      responses: {
        200: {
          description: "Also without a name. A name is kept for an hour, its absence for 10 minutes",
          schema: NameResponse,
          example: {
            address: HAFTUNGSPERSON,
            name: "alice.eth",
            source: "ens",
            checkedAt: NOW,
          } satisfies NameResponse,
        },
        400: { description: "Not an address: `Invalid wallet address: <value>`" },
        ...processErrors,
        503: { description: "Too many names are being looked up; `Retry-After` says when to try again" },
      },
    },
  ],
};
