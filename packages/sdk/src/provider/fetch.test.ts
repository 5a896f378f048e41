import assert from "node:assert/strict";
import { test } from "node:test";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { craftProof } from "../testing/craft-proof.ts";
import { startFetch } from "../testing/provider-adapters.ts";
import { scriptRegister } from "../testing/scripted-register.ts";
import { PROOF_HEADER } from "./proof.ts";

const agent = privateKeyToAccount(generatePrivateKey());
const NOW = 1_800_000_000;
const now = () => NOW;

test("the sender of a body that is too large can be told to stop once the request is refused", async () => {
  const sender = { isStopped: false };
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(3)),
    cancel: () => {
      sender.isStopped = true;
    },
  });
  const registry = scriptRegister({ compliant: [agent.address], now });
  const { host, send } = await startFetch({ registry, source: "api", maxBodyBytes: 5, now });
  const header = await craftProof({ signer: agent, host, issuedAt: NOW });
  const request = new Request(`http://${host}/jobs`, {
    method: "POST",
    body,
    duplex: "half",
    headers: { [PROOF_HEADER]: header },
  } as RequestInit);
  assert.equal((await send(request)).status, 413);
  // As the server does on which the handler runs. The sender learns of it only if the check has stopped reading.
  void request.body?.cancel();
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(sender.isStopped, true);
});
