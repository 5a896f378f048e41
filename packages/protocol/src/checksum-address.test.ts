import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { describe, it } from "node:test";
import { getAddress, toHex } from "viem";
import { checksumAddress } from "./checksum-address.ts";

describe("checksumAddress", () => {
  it("writes the examples of EIP-55 as it does, whatever their case was", () => {
    for (const address of [
      "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
      "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
      "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB",
      "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb",
    ]) {
      assert.equal(checksumAddress(address.toLowerCase()), address);
      assert.equal(checksumAddress(`0x${address.slice(2).toUpperCase()}`), address);
    }
  });

  it("agrees with viem", () => {
    for (let count = 0; count < 200; count += 1) {
      const address = toHex(randomBytes(20));
      assert.equal(checksumAddress(address), getAddress(address));
    }
  });
});
