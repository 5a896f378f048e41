import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { type Hex, hexToBigInt, hexToNumber } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import type { UnsignedTransaction } from "../signing/signing-account.ts";

type Parameters = Record<
  "from" | "to" | "gas" | "maxFeePerGas" | "maxPriorityFeePerGas" | "value" | "nonce" | "data" | "chainId",
  Hex
>;
export type SignerCall = { method: string; params: [Parameters]; headers: IncomingHttpHeaders };

/** Answers a call in another way than an honest signer; undefined leaves it to that one. */
export type SignerFault = (call: SignerCall, response: ServerResponse) => unknown;

/** A signer as operators run one: a server of its own that holds a key, and fails as a test chooses. */
export async function startTestSigner({ key, port = 0 }: { key: Hex; port?: number }) {
  const account = privateKeyToAccount(key);
  const calls: SignerCall[] = [];
  let fault: SignerFault | undefined;
  const server = createServer(async (request, response) => {
    const body = (await json(request)) as Pick<SignerCall, "method" | "params">;
    const call = { method: body.method, params: body.params, headers: request.headers };
    calls.push(call);
    const answer = fault?.(call, response) ?? answerHonestly(call);
    if (answer === HANGS || response.writableEnded) return;
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify({ jsonrpc: "2.0", id: 1, ...((await answer) as object) }));
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const { port: open } = server.address() as AddressInfo;

  async function answerHonestly({ method, params }: SignerCall): Promise<object> {
    if (method === "eth_accounts") return { result: [account.address.toLowerCase()] };
    if (method === "eth_signTransaction") return { result: await sign(params[0]) };
    return { error: { code: -32_601, message: "the method does not exist" } };
  }

  /** What was asked for, or something a little different. */
  async function sign(
    parameters: Parameters,
    changes: Partial<UnsignedTransaction> & { value?: bigint } = {},
  ) {
    return await account.signTransaction({ ...toTransaction(parameters), ...changes });
  }

  return {
    url: `http://127.0.0.1:${open}`,
    address: account.address,
    calls,
    sign,
    misbehave(next: SignerFault | undefined): void {
      fault = next;
    },
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** For a fault that never answers. */
export const HANGS = Symbol("hangs");

export function toTransaction(parameters: Parameters): UnsignedTransaction {
  const { chainId, nonce, to, gas, data, maxFeePerGas, maxPriorityFeePerGas } = parameters;
  return {
    type: "eip1559",
    chainId: hexToNumber(chainId),
    nonce: hexToNumber(nonce),
    to,
    gas: hexToBigInt(gas),
    data,
    maxFeePerGas: hexToBigInt(maxFeePerGas),
    maxPriorityFeePerGas: hexToBigInt(maxPriorityFeePerGas),
  };
}
