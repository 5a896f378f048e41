import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createWalletSession } from "./wallet-session.ts";

const ACCOUNT = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const OTHER = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const CHAIN_ID = 84_532;
const SIGNATURE = `0x${"ab".repeat(65)}`;

/** A wallet whose person can change its account and its chain without a word to the page. */
function createWallet() {
  const asked: string[] = [];
  const wallet = { account: ACCOUNT, chainId: CHAIN_ID };
  const provider = {
    async request({ method }: { method: string }) {
      asked.push(method);
      if (method === "eth_accounts") return [wallet.account.toLowerCase()];
      if (method === "eth_chainId") return `0x${wallet.chainId.toString(16)}`;
      return SIGNATURE;
    },
  };
  const { signal } = new AbortController();
  const session = createWalletSession({ provider, account: ACCOUNT, chainId: CHAIN_ID, signal });
  return { wallet, asked, sign: () => session.askToSign("eth_signTypedData_v4", []) };
}

describe("a wallet is asked to sign", () => {
  it("right after it said which account and which chain it acts for, each time", async () => {
    const { asked, sign } = createWallet();
    for (let i = 0; i < 2; i += 1) {
      assert.equal(await sign(), SIGNATURE);
      assert.deepEqual(asked.splice(0), ["eth_accounts", "eth_chainId", "eth_signTypedData_v4"]);
    }
  });

  for (const [what, change] of [
    ["chain", { chainId: 1 }],
    ["account", { account: OTHER }],
  ] as const) {
    it(`but not once its person has changed the ${what}`, async () => {
      const { wallet, asked, sign } = createWallet();
      await sign();
      asked.splice(0);
      Object.assign(wallet, change);
      await assert.rejects(sign(), { kind: "changed", message: `The wallet’s ${what} changed` });
      assert.ok(!asked.includes("eth_signTypedData_v4"));
    });
  }
});
