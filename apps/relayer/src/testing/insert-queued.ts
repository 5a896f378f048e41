import type { SignedRequest } from "@agent-registry/testkit";
import { type TestRelayer, toBody } from "./test-relayer.ts";

type Options = { relayer: TestRelayer; signed: SignedRequest; now?: number };

/** A request that a process accepted and did not send before it ended. */
export async function insertQueued({ relayer, signed, now = Date.now() }: Options): Promise<void> {
  const { digest, request, signature } = signed;
  await relayer.db
    .insertInto("relay_request")
    .values({
      digest,
      wallet: relayer.wallet,
      signer: request.from,
      nonce: request.nonce.toString(),
      request: JSON.stringify(toBody(signed).request),
      signature,
      state: "queued",
      reserved_gwei: 1,
      tries: 0,
      checked_at: 0,
      accepted_at: now,
    })
    .execute();
}
