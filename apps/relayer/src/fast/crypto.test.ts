import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { concat, type Hex, keccak256, slice, toHex } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { recoverAddress } from "viem/utils";
import { recoverSigner } from "./crypto.ts";

const account = privateKeyToAccount(generatePrivateKey());
const digest = keccak256(toHex("a request"));

describe("recoverSigner", () => {
  it("recovers the same signer as the library that signs", async () => {
    for (let number = 0; number < 50; number += 1) {
      const hash = keccak256(toHex(number));
      const signature = await account.sign({ hash });
      assert.equal(recoverSigner({ digest: hash, signature }), account.address.toLowerCase());
      // For another digest it recovers another address, not null.
      const other = await recoverAddress({ hash: digest, signature });
      assert.equal(recoverSigner({ digest, signature }), other.toLowerCase());
    }
  });

  it("recovers no signer from bytes that are no signature", async () => {
    const good = await account.sign({ hash: digest });
    const junk: Hex[] = [
      "0x",
      slice(good, 0, 64),
      concat([good, "0x00"]),
      `${good.slice(0, -2)}zz` as Hex,
      `${good}zz` as Hex,
      `0x${"00".repeat(65)}`,
      `0x${"ff".repeat(65)}`,
      `0x${"ff".repeat(64)}1b`,
      `0x${"00".repeat(64)}1b`,
      ...(["0x00", "0x01", "0x1a", "0x1d", "0xff"] as const).map((last) =>
        concat([slice(good, 0, 64), last]),
      ),
    ];
    for (const signature of junk) assert.equal(recoverSigner({ digest, signature }), null, signature);
  });
});
