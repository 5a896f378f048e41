import assert from "node:assert/strict";
import { it } from "node:test";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { createLocalSigner } from "./signing-account.ts";

it("signs a transaction as viem's accounts do, to the last byte", async () => {
  const key = generatePrivateKey();
  const account = privateKeyToAccount(key);
  const signer = createLocalSigner(key);
  assert.equal(signer.address, account.address);
  for (let nonce = 0; nonce < 20; nonce += 1) {
    const transaction = {
      type: "eip1559",
      chainId: 8453,
      nonce,
      to: account.address,
      gas: 21_000n,
      data: `0x${"5f".repeat(nonce * 100)}`,
      maxFeePerGas: 10n ** 9n,
      maxPriorityFeePerGas: BigInt(nonce),
    } as const;
    assert.equal(await signer.signTransaction(transaction), await account.signTransaction(transaction));
  }
});
