import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  DomainResponse,
  NonceResponse,
  RelayerStatusResponse,
  RelayResponse,
  registryAbi,
  registryReverts,
  relayErrors,
} from "@agent-registry/protocol";
import { createLogger } from "@agent-registry/service";
import { parseExactly, signedRequest, waitUntil } from "@agent-registry/testkit";
import { encodeFunctionData } from "viem";
import { newSigner, startTestChain, toBody } from "./testing/test-relayer.ts";

const timing = { pollMs: 50 };
const { chain, deployment, startRelayer, startRpc, register } = await startTestChain();
type LogLine = { msg: string; requestId?: string; requestIds?: string[] };
const lines: LogLine[] = [];
const destination = { write: (line: string) => void lines.push(JSON.parse(line)) };
const relayer = await startRelayer({ timing, logger: createLogger({ name: "relayer", destination }) });

describe("relaying", () => {
  const readAgent = (wallet: `0x${string}`) =>
    chain.reader.readContract({
      address: deployment.registryAddress,
      abi: registryAbi,
      functionName: "getAgentByWallet",
      args: [wallet],
    });

  it("registers an agent for a signer without funds, who becomes its creator", async () => {
    const signer = newSigner();
    const { status, body } = await relayer.post(toBody(await register({ signer })));
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(RelayResponse.parse(body), body);
    assert.deepEqual(Object.keys(body), [
      "success",
      "transactionHash",
      "blockNumber",
      "gasUsed",
      "gasPaidByRelayer",
    ]);
    assert.equal(body.success, true);
    assert.equal((await readAgent(signer.address)).creator, signer.address);
    const receipt = await chain.reader.getTransactionReceipt({ hash: body.transactionHash });
    assert.equal(receipt.blockNumber, BigInt(body.blockNumber));
    assert.equal(body.gasUsed, receipt.gasUsed.toString());

    const nonce = await relayer.get(`/nonce/${signer.address.toLowerCase()}`);
    assert.deepEqual(nonce.body, { address: signer.address, nonce: "1" });
    assert.deepEqual(NonceResponse.parse(nonce.body), nonce.body);
  });

  it("logs a request from its acceptance to its receipt by the id that its caller gave it", async () => {
    const { status } = await relayer.post(toBody(await register()), { "X-Request-Id": "filing-7" });
    assert.equal(status, 200);
    for (const expected of ["transaction sent", "mined", "relay answered"]) {
      const isAbout = ({ requestId, requestIds = [] }: LogLine) =>
        [requestId, ...requestIds].includes("filing-7");
      await waitUntil(() => lines.some((line) => line.msg === expected && isAbout(line)), expected);
    }
  });

  it("answers /domain and /status in the specified form", async () => {
    const domain = (await relayer.get("/domain")).body;
    assert.deepEqual(parseExactly(DomainResponse, domain), {
      name: "MinimalForwarder",
      version: "1",
      chainId: "84532",
      verifyingContract: deployment.forwarderAddress,
    });
    const { body } = await relayer.get("/status");
    assert.deepEqual(parseExactly(RelayerStatusResponse, body), body);
    assert.equal((await relayer.get("/nonce/0x12")).status, 400);
  });

  it("relays 30 signers at once, in few transactions without gaps, each with its own answer", async () => {
    const address = relayer.wallet;
    const nonceBefore = await chain.reader.getTransactionCount({ address });
    const signers = Array.from({ length: 30 }, newSigner);
    const signed = await Promise.all(signers.map((signer) => register({ signer })));
    const answers = await Promise.all(signed.map((item) => relayer.post(toBody(item))));
    for (const { status, body } of answers) assert.equal(status, 200, JSON.stringify(body));
    for (const signer of signers) assert.equal((await readAgent(signer.address)).creator, signer.address);
    const hashes = new Set(answers.map(({ body }) => body.transactionHash));
    const nonceAfter = await chain.reader.getTransactionCount({ address });
    assert.equal(nonceAfter - nonceBefore, hashes.size);
    assert.ok(hashes.size < 30);
  });

  it("simulates many requests at once in few calls to the chain, and tells each that fails its own reason", async () => {
    const rpc = await startRpc();
    const crowded = await startRelayer({ chain: rpc, timing });
    const taken = newSigner();
    await crowded.post(toBody(await register({ signer: taken })));
    const agentWallet = taken.address;
    const good = await Promise.all(Array.from({ length: 30 }, () => register()));
    const late = await Promise.all(Array.from({ length: 5 }, () => register({ agentWallet })));
    const early = await Promise.all(Array.from({ length: 5 }, () => register({ nonce: 7n })));
    const callsBefore = rpc.calls.length;
    const post = (item: (typeof good)[number]) => crowded.post(toBody(item));
    const [ofGood, ofLate, ofEarly] = await Promise.all(
      [good, late, early].map((items) => Promise.all(items.map(post))),
    );
    for (const { status, body } of ofGood ?? []) assert.equal(status, 200, JSON.stringify(body));
    const walletTaken = relayErrors.contractReverted(registryReverts.walletTaken);
    for (const answer of ofLate ?? [])
      assert.deepEqual(answer, { status: 500, body: { error: walletTaken } });
    const invalid = relayErrors.invalidSignature;
    for (const answer of ofEarly ?? []) assert.deepEqual(answer, { status: 401, body: { error: invalid } });
    const calls = rpc.calls.slice(callsBefore).filter(({ method }) => method === "eth_call");
    assert.ok(calls.length < 30, `${calls.length} calls for 40 requests`);
    await crowded.stop();
  });

  /** Mined once all of the posts are read. They are taken in the order in which they come: `last` comes after them. */
  async function postAtOnce(to: typeof relayer, times: number) {
    const [same, last] = [await register(), await register()];
    const isTaken = async (digest: string) => (await to.get(`/relay/${digest}`)).status === 200;
    await chain.test.setAutomine(false);
    const answered = Promise.all(Array.from({ length: times }, () => to.post(toBody(same))));
    await waitUntil(() => isTaken(same.digest));
    const lastAnswered = to.post(toBody(last));
    await waitUntil(() => isTaken(last.digest));
    await chain.test.setAutomine(true);
    await chain.test.mine({ blocks: 1 });
    return { same, answers: await answered, last: await lastAnswered };
  }

  it("gives one transaction and the same answer to the same request posted many times at once", async () => {
    const address = relayer.wallet;
    const nonceBefore = await chain.reader.getTransactionCount({ address });
    const { same, answers, last } = await postAtOnce(relayer, 8);
    for (const answer of answers) assert.deepEqual(answer, answers[0]);
    assert.equal(answers[0]?.status, 200);
    const sent = new Set([answers[0]?.body.transactionHash, last.body.transactionHash]);
    assert.equal(await chain.reader.getTransactionCount({ address }), nonceBefore + sent.size);
    // Once it is mined, the nonce is stale.
    assert.equal((await relayer.post(toBody(same))).status, 401);
  });

  it("counts the same request posted many times at once only once", async () => {
    const strict = await startRelayer({ env: { RATE_LIMIT_PER_SIGNER: "1" } });
    const { answers } = await postAtOnce(strict, 5);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 200, 200],
    );
    await strict.stop();
  });

  it("sends only one of two requests that a signer signed for the same nonce", async () => {
    const signer = newSigner();
    const [one, two] = [await register({ signer }), await signedRequest({ signer, deployment })];
    await relayer.post(toBody(await register()));
    const other = await register({ signer, agentWallet: newSigner().address });
    const answers = await Promise.all([relayer.post(toBody(one)), relayer.post(toBody(other))]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401]);
    assert.equal((await relayer.post(toBody(two))).status, 401);
  });

  it("mines the first of two registrations of one wallet, and tells the other why not", async () => {
    await chain.test.setAutomine(false);
    const agentWallet = newSigner().address;
    const requests = await Promise.all([register({ agentWallet }), register({ agentWallet })]);
    const answers = Promise.all(requests.map((item) => relayer.post(toBody(item))));
    await waitUntil(async () => {
      const states = await Promise.all(requests.map(({ digest }) => relayer.get(`/relay/${digest}`)));
      return states.every(({ body }) => body.transactionHash);
    });
    await chain.test.setAutomine(true);
    await chain.test.mine({ blocks: 1 });
    const [refused, mined] = (await answers).sort((a, b) => b.status - a.status);
    assert.equal(mined?.status, 200);
    assert.deepEqual(refused, {
      status: 500,
      body: { error: relayErrors.contractReverted(registryReverts.walletTaken) },
    });
    const outcomes = await Promise.all(requests.map(({ digest }) => relayer.get(`/relay/${digest}`)));
    assert.deepEqual(outcomes.map(({ body }) => body.state).sort(), ["mined", "refused"]);
  });

  it("relays requests of every size with exactly the gas that was signed for", async () => {
    const signer = newSigner();
    await relayer.post(toBody(await register({ signer })));
    const { agentId } = await readAgent(signer.address);
    const scope = "s".repeat(1_000);
    const hash = `0x${"ab".repeat(32)}` as const;
    const calls = [
      encodeFunctionData({ abi: registryAbi, functionName: "attestCompliance", args: [agentId] }),
      encodeFunctionData({
        abi: registryAbi,
        functionName: "registerAgent",
        args: [signer.address, newSigner().address, hash, hash, scope, agentId, true],
      }),
      encodeFunctionData({
        abi: registryAbi,
        functionName: "reportRevenue",
        args: [agentId, 5n, "USDC", "research", 1n, 2n],
      }),
      encodeFunctionData({ abi: registryAbi, functionName: "terminateSelf", args: [agentId] }),
    ];
    for (const [index, data] of calls.entries()) {
      const overrides = { data, nonce: BigInt(index + 1), gas: 999_999n };
      const { status, body } = await relayer.post(
        toBody(await signedRequest({ signer, deployment, overrides })),
      );
      assert.equal(status, 200, JSON.stringify(body));
    }
  });

  it("answers in time with the transaction's hash if nothing is mined, and tells the outcome later", async () => {
    const hasty = await startRelayer({ env: { RELAY_TIMEOUT_SECONDS: "1" } });
    await chain.test.setAutomine(false);
    const signed = await register();
    const { status, body } = await hasty.post(toBody(signed));
    assert.equal(status, 500);
    const pending = (await hasty.get(`/relay/${signed.digest}`)).body;
    assert.equal(pending.state, "pending");
    assert.match(body.error, new RegExp(`${pending.transactionHash}.*${signed.digest}`));
    await chain.test.setAutomine(true);
    await chain.test.mine({ blocks: 1 });
    await waitUntil(async () => (await hasty.get(`/relay/${signed.digest}`)).body.state === "mined");
    const { result } = (await hasty.get(`/relay/${signed.digest}`)).body;
    assert.deepEqual(RelayResponse.parse(result), result);
    await hasty.stop();
  });

  it("answers 404 to an unknown digest and 400 to what is none", async () => {
    const unknown = `0x${"0".repeat(64)}`;
    assert.deepEqual(await relayer.get(`/relay/${unknown}`), {
      status: 404,
      body: { error: `Request not found: ${unknown}` },
    });
    assert.equal((await relayer.get("/relay/0x12")).status, 400);
  });
});
