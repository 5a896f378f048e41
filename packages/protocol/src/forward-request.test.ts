import assert from "node:assert/strict";
import { it } from "node:test";
import { concat, encodeAbiParameters, keccak256, pad, stringToBytes, toHex } from "viem";
import {
  type ForwardRequest,
  hashForwardRequest,
  toForwarderDomain,
  toTypedData,
} from "./forward-request.ts";

const forwarderAddress = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const request: ForwardRequest = {
  from: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
  to: "0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512",
  value: 1n,
  gas: 2n,
  nonce: 3n,
  deadline: 4,
  data: "0x12345678",
};
const textHash = (text: string) => keccak256(stringToBytes(text));

it("a request's digest is the one that EIP-712 has for it, computed by hand", () => {
  const domainHash = keccak256(
    concat([
      textHash("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
      textHash("MinimalForwarder"),
      textHash("1"),
      pad(toHex(84532)),
      pad(forwarderAddress),
    ]),
  );
  const type =
    "ForwardRequest(address from,address to,uint256 value,uint256 gas,uint256 nonce,uint48 deadline,bytes data)";
  const words = [{ type: "uint256" }, { type: "uint256" }, { type: "uint256" }, { type: "uint256" }] as const;
  const requestHash = keccak256(
    concat([
      textHash(type),
      pad(request.from),
      pad(request.to),
      encodeAbiParameters(words, [1n, 2n, 3n, 4n]),
      keccak256(request.data),
    ]),
  );
  const domain = toForwarderDomain({ chainId: 84532, forwarderAddress });
  assert.equal(
    hashForwardRequest({ domain, request }),
    keccak256(concat(["0x1901", domainHash, requestHash])),
  );
});

it("a wallet is asked to sign exactly the request, for this chain and forwarder", () => {
  const domain = toForwarderDomain({ chainId: 1, forwarderAddress });
  const { primaryType, message } = toTypedData({ domain, request });
  assert.equal(primaryType, "ForwardRequest");
  assert.equal(message, request);
  assert.deepEqual(domain, {
    name: "MinimalForwarder",
    version: "1",
    chainId: 1,
    verifyingContract: forwarderAddress,
  });
});
