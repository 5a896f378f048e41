import assert from "node:assert/strict";
import { test } from "node:test";
import { createAgentRegistry } from "../create-agent-registry.ts";
import { parseAddress } from "./parse-address.ts";

const address = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const parse = (value: string, chainId?: number) => parseAddress({ value, name: "The wallet", chainId });

test("an address with its chain is the address, if that is the register's chain or nobody knows it", () => {
  assert.equal(parse(address, 84532), address);
  assert.equal(parse(`eip155:84532:${address}`, 84532), address);
  assert.equal(parse(`eip155:84532:${address.toLowerCase()}`, 84532), address);
  assert.equal(parse(`eip155:8453:${address}`), address);
});

test("an address of another chain is refused with both chains", () => {
  assert.throws(() => parse(`eip155:8453:${address}`, 84532), {
    reason: "invalid-input",
    message: `The wallet is on chain 8453 (eip155:8453:${address}), but the register is on chain 84532.`,
  });
});

for (const value of [
  `eip155:084532:${address}`,
  `eip155:0:${address}`,
  `eip155:${address}`,
  `eip155:84532:${address}1`,
  `eip155:84532:eip155:84532:${address}`,
  `solana:84532:${address}`,
  "eip155:84532:",
]) {
  test(`${value} is no address`, () => {
    assert.throws(() => parse(value, 84532), {
      message: `The wallet is not a valid address: ${value}`,
    });
  });
}

test("a wrong checksum is named, with the right spelling", () => {
  const wrong = address.replace("C8", "c8");
  for (const value of [wrong, `eip155:84532:${wrong}`])
    assert.throws(() => parse(value, 84532), {
      reason: "invalid-input",
      message: `The wallet has a wrong checksum, so it may be mistyped: ${value}. If every digit is right, it is written ${address}`,
    });
});

test("every action that takes an address refuses one of another chain before it asks anybody", async () => {
  const registry = createAgentRegistry({
    chainId: 84532,
    rpcUrl: "http://127.0.0.1:1",
    apiUrl: "http://127.0.0.1:1",
    registryAddress: `eip155:84532:${address}`,
    account: address,
  });
  assert.equal(registry.client.registryAddress, address);
  const wallet = `eip155:1:${address}` as const;
  const scope = { operationalScope: "Elsewhere" };
  for (const asking of [
    () => registry.kya({ wallet }),
    () => registry.kya({ wallet, source: "api" }),
    () => registry.kyaAt({ wallet, at: "2026-03-01" }),
    () => registry.kyaMany({ wallets: [wallet] }),
    () => registry.findAgentId({ wallet }),
    () => registry.getWalletEntries({ wallet }),
    () => registry.getHaftungsperson({ address: wallet }),
    () => registry.getCreator({ address: wallet }),
    () => registry.fetchKyaProof({ wallet }),
    () => registry.verifyKya({ wallet }),
    () => registry.register({ ...scope, haftungsperson: wallet }),
    () => registry.register({ ...scope, haftungsperson: address, agentWallet: wallet }),
    () => registry.proposeHaftungsperson({ agentId: 7, haftungsperson: wallet }),
  ])
    await assert.rejects(asking, { message: /is on chain 1 .*register is on chain 84532/ });
});
