import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, beforeEach, describe, it } from "node:test";
import { type Hex, parseSignature, parseTransaction, serializeTransaction, toHex } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { HANGS, type SignerFault, startTestSigner, toTransaction } from "../testing/test-signer.ts";
import { createRemoteSigner } from "./remote-signer.ts";
import type { SignerFailure, UnsignedTransaction } from "./signing-account.ts";

const CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const signer = await startTestSigner({ key: generatePrivateKey() });
after(() => signer.stop());
const stranger = privateKeyToAccount(generatePrivateKey());
const transaction: UnsignedTransaction = {
  type: "eip1559",
  chainId: 84532,
  nonce: 0,
  to: stranger.address,
  gas: 150_000n,
  data: "0xabCDef",
  maxFeePerGas: 21n,
  maxPriorityFeePerGas: 1n,
};
const time = { nowMs: 1_000_000 };

function connect({ url = signer.url, wallet = signer.address, timeoutMs = 60_000 } = {}) {
  const failures: SignerFailure[] = [];
  const clock = { now: () => time.nowMs };
  const account = createRemoteSigner({
    url,
    wallet,
    timeoutMs,
    clock,
    onFailure: (failure) => failures.push(failure),
  });
  return { ...account, failures };
}

/** How the relayer takes what a signer answers. */
async function findFailure(fault: SignerFault, options: Parameters<typeof connect>[0] = {}) {
  signer.misbehave(fault);
  const account = connect(options);
  await assert.rejects(account.signTransaction(transaction));
  assert.equal(account.failures.length, 1);
  return account.failures[0] as SignerFailure;
}

/** The signed transaction in another form. */
async function resign(change: (signature: { r: Hex; s: Hex; yParity: number }) => object): Promise<Hex> {
  const { r = "0x", s = "0x", yParity = 0 } = parseTransaction(await signer.sign(toWire()));
  return serializeTransaction(transaction, { ...{ r, s, yParity }, ...change({ r, s, yParity }) });
}

function toWire() {
  const { gas, nonce, maxFeePerGas, maxPriorityFeePerGas, chainId, to, data } = transaction;
  return {
    from: signer.address,
    to,
    data,
    value: "0x0",
    gas: toHex(gas),
    nonce: toHex(nonce),
    maxFeePerGas: toHex(maxFeePerGas),
    maxPriorityFeePerGas: toHex(maxPriorityFeePerGas),
    chainId: toHex(chainId),
  } as const;
}

beforeEach(() => {
  signer.misbehave(undefined);
  signer.calls.length = 0;
});

describe("a signer that holds the key", () => {
  it("is asked for the whole transaction, and its user and password go along in a header", async () => {
    const { host } = new URL(signer.url);
    const { signTransaction } = connect({ url: `http://relay%40er:s%3Acret@${host}/sign` });
    const raw = await signTransaction(transaction);
    const { r, s, yParity, v, ...signed } = parseTransaction(raw as `0x02${string}`);
    assert.deepEqual(signed, {
      ...transaction,
      data: "0xabcdef",
      to: transaction.to.toLowerCase(),
    });
    const [call] = signer.calls;
    assert.deepEqual([call?.method, call?.params], ["eth_signTransaction", [toWire()]]);
    const basic = Buffer.from("relay@er:s:cret").toString("base64");
    assert.equal(call?.headers.authorization, `Basic ${basic}`);
  });

  it("may answer with the bytes in capitals, with parts beside them, or by clef's name of the method", async () => {
    const honest = await connect().signTransaction(transaction);
    const tx = { nonce: "0x0" };
    for (const result of [`0x${honest.slice(2).toUpperCase()}`, { raw: honest, tx }]) {
      signer.misbehave(() => ({ result }));
      assert.equal(await connect().signTransaction(transaction), honest);
    }
    signer.misbehave(({ method, params }) =>
      method === "account_signTransaction"
        ? signer.sign(params[0]).then((raw) => ({ result: { raw, tx } }))
        : { error: { code: -32_601, message: "the method eth_signTransaction does not exist" } },
    );
    assert.equal(await connect().signTransaction(transaction), honest);
  });

  const changes: [field: string, change: Parameters<typeof signer.sign>[1]][] = [
    ["to", { to: signer.address }],
    ["data", { data: "0xabcdee" }],
    ["value", { value: 1n }],
    ["nonce", { nonce: 1 }],
    ["gas", { gas: 150_001n }],
    ["maxFeePerGas", { maxFeePerGas: 22n }],
    ["maxPriorityFeePerGas", { maxPriorityFeePerGas: 2n }],
    ["chainId", { chainId: 8453 }],
  ];
  for (const [field, change] of changes) {
    it(`is not believed if it signs another ${field}, which the log names`, async () => {
      const failure = await findFailure(({ params }) =>
        signer.sign(params[0], change).then((result) => ({ result })),
      );
      assert.deepEqual([failure.reason, failure.details], ["invalid", `differs in ${field}`]);
    });
  }

  it("is not believed if it adds an access list", async () => {
    const accessList = [{ address: stranger.address, storageKeys: [] }];
    const key = privateKeyToAccount(generatePrivateKey());
    const result = await key.signTransaction({ ...transaction, accessList });
    assert.equal((await findFailure(() => ({ result }))).details, "differs in accessList");
  });

  it("is not believed if it signs with another key, or in a way that no node takes", async () => {
    const forged = await stranger.signTransaction(transaction);
    assert.match((await findFailure(() => ({ result: forged }))).message, /another key/);
    const flipped = await resign(({ yParity }) => ({ yParity: 1 - yParity }));
    assert.match((await findFailure(() => ({ result: flipped }))).message, /another key/);
    const highS = await resign(({ s, yParity }) => ({
      s: toHex(CURVE_ORDER - BigInt(s), { size: 32 }),
      yParity: 1 - yParity,
    }));
    assert.match((await findFailure(() => ({ result: highS }))).message, /no node takes/);
  });

  it("is not believed if it answers with something else", async () => {
    const honest = await signer.sign(toWire());
    const message = await stranger.signMessage({ message: "hello" });
    const legacy = serializeTransaction(
      {
        ...toTransaction(toWire()),
        type: "legacy",
        gasPrice: 1n,
        maxFeePerGas: undefined,
        maxPriorityFeePerGas: undefined,
      },
      parseSignature(message),
    );
    const unsigned = serializeTransaction(transaction);
    for (const result of [
      "0x",
      "0x02",
      "",
      honest.slice(0, -2),
      `${honest}00`,
      legacy,
      unsigned,
      null,
      7,
      [honest],
      {},
    ]) {
      assert.equal((await findFailure(() => ({ result }))).reason, "invalid", String(result));
    }
    for (const body of ["", "<html>", "[]", "null", `"${honest}"`, '{"error":"no"}']) {
      const failure = await findFailure((_, response) => response.end(body));
      assert.equal(failure.reason, "invalid", body);
    }
  });

  it("is not followed to another address", async () => {
    const elsewhere = await startTestSigner({ key: generatePrivateKey() });
    const failure = await findFailure((_, response) =>
      response.writeHead(307, { Location: elsewhere.url }).end(),
    );
    await elsewhere.stop();
    assert.equal(failure.reason, "invalid");
    assert.deepEqual(elsewhere.calls, []);
  });

  it("is not listened to without end", async () => {
    let sent = 0;
    const failure = await findFailure((_, response) => {
      const more = (): void => {
        sent += 65_536;
        if (!response.destroyed && sent < 64 * 1024 * 1024) response.write("x".repeat(65_536), more);
      };
      more();
      return HANGS;
    });
    assert.deepEqual([failure.reason, failure.message], ["invalid", "The signer's answer is too large"]);
  });

  it("fails with its reason if it refuses, is silent, or is not there, and no failure shows its address", async () => {
    const said = `Request denied ${"x".repeat(5_000)}`;
    const refused = await findFailure(() => ({ error: { code: -32_000, message: said } }));
    assert.equal(refused.reason, "refused");
    assert.match(refused.details ?? "", /^Request denied x{185} \(-32000\)$/);
    assert.equal((await findFailure(() => HANGS, { timeoutMs: 50 })).reason, "timeout");
    const halting = await findFailure(
      (_, response) => {
        response.write('{"result":');
        return HANGS;
      },
      { timeoutMs: 50 },
    );
    assert.equal(halting.reason, "timeout");
    const gone = await findFailure(() => HANGS, { url: await findClosedUrl() });
    assert.equal(gone.reason, "unreachable");
    assert.doesNotMatch(JSON.stringify([gone.message, gone.details]) + gone.stack, /secret|127\.0\.0\.1/);
  });
});

describe("whether a signer can sign", () => {
  it("is asked without a signature: it is there and holds the key, or it is known what is wrong", async () => {
    assert.equal(await connect().findProblem(), null);
    const wrong = connect({ wallet: stranger.address });
    assert.equal(await wrong.findProblem(), "The signer does not hold the key of RELAYER_ADDRESS");
    assert.equal(await connect({ url: await findClosedUrl() }).findProblem(), "The signer cannot be reached");
    // As clef: it does not say whose keys it holds.
    signer.misbehave(() => ({ error: { code: -32_601, message: "no such method" } }));
    assert.equal(await connect().findProblem(), null);
  });

  it("is told by the last signature, for as long as requests that wait would have asked again", async () => {
    const account = connect();
    signer.misbehave(({ method }) =>
      method === "eth_accounts" ? undefined : { error: { code: -32_000, message: "denied" } },
    );
    await assert.rejects(account.signTransaction(transaction));
    assert.equal(await account.findProblem(), "The signer refused");
    time.nowMs += 15_000;
    assert.equal(await account.findProblem(), null);
    await assert.rejects(account.signTransaction(transaction));
    signer.misbehave(undefined);
    await account.signTransaction(transaction);
    assert.equal(await account.findProblem(), null);
  });
});

/** With a password in it, which must not be shown. */
async function findClosedUrl(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://user:secret@127.0.0.1:${port}`;
}
