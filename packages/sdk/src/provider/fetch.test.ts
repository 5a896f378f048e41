import assert from "node:assert/strict";
import { test } from "node:test";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { craftSignature } from "../testing/craft-signature.ts";
import { longRunningNonceStore, startFetch } from "../testing/provider-adapters.ts";
import { scriptRegister } from "../testing/scripted-register.ts";
import { withCompliantAgent } from "./fetch.ts";

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
  const headers = await craftSignature({ signer: agent, host: `http://${host}`, issuedAt: NOW });
  const request = new Request(`http://${host}/jobs`, {
    method: "POST",
    body,
    duplex: "half",
    headers,
  } as RequestInit);
  assert.equal((await send(request)).status, 413);
  // As the server does on which the handler runs. The sender learns of it only if the check has stopped reading.
  void request.body?.cancel();
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(sender.isStopped, true);
});

test("what a platform hands over beside the request reaches the handler, as in routes of Next.js", async () => {
  const registry = scriptRegister({ compliant: [agent.address], now });
  const options = { registry, source: "api", hosts: ["provider.test"], now } as const;
  type Context = { params: Promise<{ id: string }> };
  const handle = withCompliantAgent(
    { ...options, nonceStore: longRunningNonceStore() },
    async (request, { agentId }, { params }: Context) =>
      Response.json({ agentId, id: (await params).id, body: await request.text() }),
  );
  const headers = await craftSignature({ signer: agent, host: "provider.test", issuedAt: NOW });
  const request = new Request("https://provider.test/jobs", { method: "POST", body: "work", headers });
  const response = await handle(request, { params: Promise.resolve({ id: "7" }) });
  assert.equal(response.status, 200);
  const { id, body } = (await response.json()) as { id: string; body: string };
  assert.deepEqual([id, body], ["7", "work"]);
});
