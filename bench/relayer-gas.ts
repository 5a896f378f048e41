// What a relay costs alone and in a batch: gas per request, by operation and batch size, and bytes of data for an
// attestation, plain and compressed as a rollup publishes them.
import { brotliCompressSync } from "node:zlib";
import { type ForwardRequest, minimalForwarderAbi, registryAbi } from "@agent-registry/protocol";
import { deployLocally, devAccounts, signedRequest, startChain } from "@agent-registry/testkit";
import { encodeFunctionData, type Hex, hexToBytes } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";

// The first run pays for what is stored only once, such as a new currency; the second one's figures replace it.
const SIZES = [1, 1, 2, 5, 10, 20, 40];
const HASH: Hex = `0x${"11".repeat(32)}`;

const chain = await startChain();
const deployment = await deployLocally(chain);
const wallet = chain.wallet(devAccounts.relayer);
const most = Math.max(...SIZES);

const rows: Record<string, Record<string, number>> = {};
for (const size of SIZES) {
  const signers = Array.from({ length: size }, () => privateKeyToAccount(generatePrivateKey()));
  const sign = (nonce: bigint, toData: (index: number) => Hex) =>
    Promise.all(
      signers.map((signer, index) =>
        signedRequest({ signer, deployment, overrides: { nonce, gas: 300_000n, data: toData(index) } }),
      ),
    );
  const first = await chain.reader.readContract({
    address: deployment.registryAddress,
    abi: registryAbi,
    functionName: "nextAgentId",
  });
  const register = await sign(0n, (index) => {
    const address = signers[index]?.address ?? deployment.owner;
    const args = [address, address, HASH, HASH, "gas table", 0n, false] as const;
    return encodeFunctionData({ abi: registryAbi, functionName: "registerAgent", args });
  });
  const attest = await sign(1n, (index) =>
    encodeFunctionData({ abi: registryAbi, functionName: "attestCompliance", args: [first + BigInt(index)] }),
  );
  const report = await sign(2n, (index) => {
    const args = [first + BigInt(index), 100n, "USDC", "research", 1n, 2n] as const;
    return encodeFunctionData({ abi: registryAbi, functionName: "reportRevenue", args });
  });
  rows[size === 1 ? "execute" : `batch of ${size}`] = {
    register: await measure(register),
    attest: await measure(attest),
    "report revenue": await measure(report),
    "bytes of an attestation": measureBytes(attest, (bytes) => bytes),
    compressed: measureBytes(attest, brotliCompressSync),
  };
}
await chain.stop();
console.log(`gas paid per relay (up to ${most} in a batch)`);
console.table(rows);

type Item = { request: ForwardRequest; signature: Hex };

function encode(items: Item[]): Hex {
  const [only] = items;
  if (only !== undefined && items.length === 1) {
    const args = [only.request, only.signature] as const;
    return encodeFunctionData({ abi: minimalForwarderAbi, functionName: "execute", args });
  }
  const args = [items.map(({ request }) => request), items.map(({ signature }) => signature)] as const;
  return encodeFunctionData({ abi: minimalForwarderAbi, functionName: "executeBatch", args });
}

async function measure(items: Item[]): Promise<number> {
  const to = deployment.forwarderAddress;
  const hash = await wallet.sendTransaction({ to, data: encode(items), gas: 16_000_000n });
  const receipt = await chain.reader.getTransactionReceipt({ hash });
  const relayed = await chain.reader.getContractEvents({
    address: to,
    abi: minimalForwarderAbi,
    eventName: "RequestForwarded",
    blockHash: receipt.blockHash,
  });
  if (relayed.length !== items.length || !relayed.every(({ args }) => args.success))
    throw new Error("A request in the table failed");
  return Math.round(Number(receipt.gasUsed) / items.length);
}

function measureBytes(items: Item[], compress: (bytes: Uint8Array) => Uint8Array): number {
  return Math.round(compress(hexToBytes(encode(items))).length / items.length);
}
