import assert from "node:assert/strict";
import { it } from "node:test";
import { switchChain } from "./ask-wallet.ts";

const LOCAL = { name: "Local chain", explorerUrl: null, publicRpcUrl: null };
const PUBLIC = {
  name: "Base",
  explorerUrl: "https://basescan.org",
  publicRpcUrl: "https://mainnet.base.org",
};

/** A wallet that answers the switch with this code, and everything else with success. */
function createProvider(code: number | null) {
  const asked: { method: string; params?: unknown }[] = [];
  return {
    asked,
    async request(call: { method: string; params?: unknown }) {
      asked.push(call);
      if (call.method === "wallet_switchEthereumChain" && code !== null) throw { code, message: "no" };
      return null;
    },
  };
}

it("a wallet that knows the chain is only asked to switch", async () => {
  const provider = createProvider(null);
  assert.equal(await switchChain(provider, { chainId: 8453, chain: PUBLIC }), null);
  assert.deepEqual(provider.asked, [
    { method: "wallet_switchEthereumChain", params: [{ chainId: "0x2105" }] },
  ]);
});

it("a chain that the wallet does not know is added if there is a node for everybody, and named otherwise", async () => {
  const provider = createProvider(4902);
  assert.equal(await switchChain(provider, { chainId: 8453, chain: PUBLIC }), null);
  assert.deepEqual(provider.asked[1]?.params, [
    {
      chainId: "0x2105",
      chainName: "Base",
      rpcUrls: ["https://mainnet.base.org"],
      nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
      blockExplorerUrls: ["https://basescan.org"],
    },
  ]);
  const local = createProvider(4902);
  assert.match((await switchChain(local, { chainId: 31_337, chain: LOCAL })) ?? "", /the id 31337/);
  assert.equal(local.asked.length, 1);
});

it("somebody who refuses to switch is told that nothing changed", async () => {
  assert.match((await switchChain(createProvider(4001), { chainId: 1, chain: LOCAL })) ?? "", /You refused/);
});
