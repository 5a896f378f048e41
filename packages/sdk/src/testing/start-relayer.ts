import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { ForwardRequestInput, minimalForwarderAbi, relayErrors } from "@agent-registry/protocol";
import { devAccounts, type LocalChain } from "@agent-registry/testkit";
import type { Address, Hash, Hex } from "viem";
import type { SignedRequest } from "../send/relayer-client.ts";

/** What goes wrong with the next requests to /relay, in order. */
export type Fault =
  | { kind: "none" }
  | { kind: "answer"; status: number; error: string }
  /** Refuses without sending, and hangs up. */
  | { kind: "hang-up" }
  /** Sends the transaction, and hangs up without saying so. */
  | { kind: "send-and-hang-up" }
  /** Sends nothing, and answers with an earlier transaction's hash. */
  | { kind: "name-another"; transactionHash: Hash }
  /** Sends it in one transaction with others: those before it, then itself, then those after it. */
  | { kind: "send-in-batch"; before?: SignedRequest[]; after?: SignedRequest[] };

/** A stand-in that speaks the relayer's wire format to the real contracts and fails on demand. */
export async function startRelayer(options: {
  chain: LocalChain;
  deployment: { forwarderAddress: Address; registryAddress: Address };
  domain?: Partial<{ chainId: string; verifyingContract: Address }>;
}) {
  const { chain, deployment } = options;
  const faults: Fault[] = [];
  const posts: unknown[] = [];
  const contract = { address: deployment.forwarderAddress, abi: minimalForwarderAbi } as const;
  const wallet = chain.wallet(devAccounts.relayer);
  /** `beforeRelay` runs once, before the next request is sent: to overtake it. */
  const hooks: { beforeRelay?: (() => Promise<void>) | undefined } = {};

  async function relay({ body, fault }: { body: { request: unknown; signature: Hex }; fault?: Fault }) {
    const signed = { request: ForwardRequestInput.parse(body.request), signature: body.signature };
    const args = [signed.request, signed.signature] as const;
    const valid = await chain.reader.readContract({ ...contract, functionName: "verify", args });
    if (!valid) return { status: 401, value: { error: relayErrors.invalidSignature } };
    return answerWith(
      fault?.kind === "send-in-batch"
        ? await sendBatch([...(fault.before ?? []), signed, ...(fault.after ?? [])])
        : await wallet.writeContract({ ...contract, functionName: "execute", args }),
    );
  }

  function sendBatch(batch: SignedRequest[]): Promise<Hash> {
    const args = [batch.map(({ request }) => request), batch.map(({ signature }) => signature)] as const;
    // Not estimated: an estimate is the least gas at which the batch succeeds, even if requests in it fail.
    return wallet.writeContract({ ...contract, functionName: "executeBatch", args, gas: 5_000_000n });
  }

  async function answerWith(hash: Hash) {
    const receipt = await chain.reader.waitForTransactionReceipt({ hash });
    return {
      status: 200,
      value: {
        success: true,
        transactionHash: hash,
        blockNumber: Number(receipt.blockNumber),
        gasUsed: receipt.gasUsed.toString(),
        gasPaidByRelayer: "0.0001",
      },
    };
  }

  async function answer(request: IncomingMessage) {
    const path = request.url ?? "/";
    if (path === "/domain") {
      const real = { chainId: String(chain.chainId), verifyingContract: deployment.forwarderAddress };
      return { status: 200, value: { name: "MinimalForwarder", version: "1", ...real, ...options.domain } };
    }
    if (path.startsWith("/nonce/")) {
      const address = path.slice("/nonce/".length) as Address;
      const nonce = await chain.reader.readContract({
        ...contract,
        functionName: "getNonce",
        args: [address],
      });
      return { status: 200, value: { address, nonce: nonce.toString() } };
    }
    const body = JSON.parse(await readAll(request));
    posts.push(body);
    const fault = faults.shift();
    if (fault?.kind === "answer") return { status: fault.status, value: { error: fault.error } };
    if (fault?.kind === "hang-up") return undefined;
    if (fault?.kind === "name-another") return answerWith(fault.transactionHash);
    const { beforeRelay } = hooks;
    hooks.beforeRelay = undefined;
    await beforeRelay?.();
    const relayed = await relay({ body, ...(fault && { fault }) });
    return fault?.kind === "send-and-hang-up" ? undefined : relayed;
  }

  const server = createServer(async (request, response) => {
    const result = await answer(request).catch((error) => ({ status: 500, value: { error: String(error) } }));
    if (result === undefined) return response.destroy();
    response
      .writeHead(result.status, { "content-type": "application/json" })
      .end(JSON.stringify(result.value));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    relayerUrl: `http://127.0.0.1:${port}`,
    faults,
    posts,
    hooks,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

async function readAll(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += chunk;
  return text;
}
