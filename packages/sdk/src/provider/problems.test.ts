import assert from "node:assert/strict";
import { test } from "node:test";
import { createOfflineKya } from "../offline/create-offline-kya.ts";
import { chainId, registryAddress, scriptRegister } from "../testing/scripted-register.ts";
import { agent, craft, host, NOW, setUp } from "../testing/signed-requests.ts";
import { bindingClaims, createTestIssuer, ISSUER } from "../testing/test-issuer.ts";
import { BINDING_HEADER } from "./check-offline.ts";
import type { AdmissionOptions } from "./create-admission.ts";
import { withCompliantAgent } from "./fetch.ts";
import { createMemoryNonceStore } from "./nonce-store.ts";
import type { AdmissionProblem } from "./problems.ts";

/** A provider whose clock the test turns, with what its operator gets to read. */
function provide(options: Partial<AdmissionOptions> = {}) {
  const problems: AdmissionProblem[] = [];
  const clock = { now: NOW };
  const { handle } = setUp({
    onProblem: (problem) => problems.push(problem),
    now: () => clock.now,
    ...options,
  });
  return { handle, problems, clock };
}

test("the operator reads for which host a request was signed, and which are accepted", async () => {
  const { handle, problems } = provide({ hosts: [host, "http://127.0.0.1:4000"] });
  const foreign = "jobs.example.com";
  const request = await craft({ host: foreign, sent: { url: `https://${foreign}/jobs` } });
  assert.equal((await handle(request)).status, 401);
  assert.deepEqual(
    problems.map(({ reason }) => reason),
    ["foreign-proof"],
  );
  assert.match(
    problems[0]?.message ?? "",
    /"jobs\.example\.com".* hosts names https:\/\/api\.example\.com, http:\/\/127\.0\.0\.1:4000/,
  );
});

test("the operator reads for which chain a request was signed, and which is the register's", async () => {
  const registry = scriptRegister({ compliant: [agent.address], now: () => NOW, onChain: 84532 });
  const { handle, problems } = provide({ registry });
  assert.equal((await handle(await craft())).status, 401);
  assert.match(problems[0]?.message ?? "", /for chain "31337".* 84532/);
});

test("the operator reads why the register cannot be asked, once a minute at most", async () => {
  const down = () => {
    throw new Error("connect ECONNREFUSED");
  };
  const registry = scriptRegister({ compliant: [agent.address], now: () => NOW, onAsked: down });
  const { handle, problems, clock } = provide({ registry });
  for (const seconds of [0, 1, 60]) {
    clock.now = NOW + seconds;
    assert.equal((await handle(await craft({ issuedAt: clock.now }))).status, 503);
  }
  assert.equal(problems.length, 2);
  assert.equal(problems[0]?.reason, "register-unavailable");
  assert.match(problems[0]?.message ?? "", /^The register cannot be asked: .*register\.test/);
  assert.ok(problems[0]?.cause instanceof Error);
});

test("the operator reads that proofs are refused after the start, and how to do without", async () => {
  const { handle, problems } = provide({ nonceStore: createMemoryNonceStore({ now: () => NOW }) });
  assert.equal((await handle(await craft())).status, 503);
  assert.equal(problems[0]?.reason, "proof-before-start");

  const messages: string[] = [];
  const options = {
    registry: scriptRegister({ compliant: [agent.address], now: () => NOW }),
    source: "api",
    hosts: [host],
    now: () => NOW,
    onProblem: ({ message }: AdmissionProblem) => messages.push(message),
  } as const;
  const alone = withCompliantAgent(options, () => new Response("served"));
  assert.equal((await alone(await craft())).status, 503);
  assert.match(messages[0] ?? "", /11 seconds.* allowReplayAfterStart/s);
});

test("while it is developed, a provider serves at once after a start", async () => {
  const nonceStore = createMemoryNonceStore({ now: () => NOW, allowReplayAfterStart: true });
  const { handle, problems } = provide({ nonceStore });
  const request = await craft();
  assert.equal((await handle(request.clone())).status, 200);
  assert.equal((await handle(request)).status, 401, "what this process took is not taken again");
  assert.deepEqual(problems, []);
});

test("the operator reads why a nonce store or a record of decisions fails", async () => {
  const fails = () => {
    throw new Error("disk\nfull");
  };
  for (const [options, reason] of [
    [{ nonceStore: { take: fails } }, "nonce-store-unavailable"],
    [{ onDecision: fails }, "decision-not-kept"],
  ] as const) {
    const { handle, problems } = provide(options);
    assert.equal((await handle(await craft())).status, 503);
    assert.equal(problems[0]?.reason, reason);
    assert.match(problems[0]?.message ?? "", /disk full/);
  }
});

test("what is thrown and is no error does not change the answer either", async () => {
  const onDecision = () => Promise.reject(undefined);
  const { handle, problems } = provide({ onDecision });
  assert.equal((await handle(await craft())).status, 503);
  assert.equal(problems[0]?.reason, "decision-not-kept");
});

test("what an operator does with a problem does not change the answer", async () => {
  const { handle } = provide({
    nonceStore: createMemoryNonceStore({ now: () => NOW }),
    onProblem: () => {
      throw new Error("no log");
    },
  });
  assert.equal((await handle(await craft())).status, 503);
});

test("by default problems go to the console, with nothing that a stranger could break a line with", async (t) => {
  const warn = t.mock.method(console, "warn", () => {});
  const { handle } = setUp();
  const url = "https://evil.example/jobs";
  const change = (headers: Record<string, string>) => ({ ...headers, host: `a\tb${"c".repeat(500)}` });
  await handle(await craft({ sent: { url, change } }));
  const [line] = warn.mock.calls[0]?.arguments ?? [];
  assert.match(String(line), /"a\\tbc{90,100}…"/);
});

/** A provider that decides offline and believes the issuer. */
async function provideOffline({ isDown = false }: { isDown?: boolean } = {}) {
  const issuer = await createTestIssuer();
  const down = async () => new Response("down", { status: 503 });
  const source = createOfflineKya({
    issuers: isDown ? [{ issuer: ISSUER }] : issuer.issuers,
    chainId,
    registry: registryAddress,
    now: () => NOW,
    fetch: down,
  });
  const { handle, problems } = provide({ source });
  const ask = async (binding: string) => {
    const request = await craft();
    request.headers.set(BINDING_HEADER, binding);
    await handle(request);
    source.close();
    return problems.map(({ reason, message }) => `${reason}: ${message}`).join("\n");
  };
  const bind = (facts: Parameters<typeof bindingClaims>[0] = {}) =>
    issuer.sign(
      "binding",
      bindingClaims({ chainId, registry: registryAddress, wallet: agent.address, now: NOW, ...facts }),
    );
  return { ask, bind };
}

test("the operator reads which binding is not believed, and why", async () => {
  const strange = await provideOffline();
  const byOther = await strange.bind({ issuer: "https://other.example" });
  assert.match(
    await strange.ask(byOther),
    /^invalid-binding: .*by "https:\/\/other\.example".*not by a register that is believed/,
  );
  const other = await provideOffline();
  const ofOther = await other.bind({ registry: "0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512" });
  assert.match(await other.ask(ofOther), /^invalid-binding: .*It is about another register/);
});

test("the operator reads that an issuer, or its list, cannot be had", async () => {
  const keyless = await provideOffline({ isDown: true });
  assert.match(await keyless.ask(await keyless.bind()), /^register-unavailable: .*The keys of https:\/\/reg/);
  const listless = await provideOffline();
  assert.match(await listless.ask(await listless.bind()), /^register-unavailable: .*list/);
});
