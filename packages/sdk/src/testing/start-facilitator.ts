import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { type Address, getAddress, type Hex, keccak256, recoverTypedDataAddress } from "viem";

const TRANSFER = {
  TransferWithAuthorization: [
    { name: "from", type: "address" },
    { name: "to", type: "address" },
    { name: "value", type: "uint256" },
    { name: "validAfter", type: "uint256" },
    { name: "validBefore", type: "uint256" },
    { name: "nonce", type: "bytes32" },
  ],
} as const;

type Authorization = {
  from: Address;
  to: Address;
  value: string;
  validAfter: string;
  validBefore: string;
  nonce: Hex;
};
type Requirements = {
  network: string;
  asset: Address;
  amount: string;
  payTo: Address;
  extra: { name: string; version: string };
};
type Payment = {
  paymentPayload: { payload: { signature: Hex; authorization: Authorization } };
  paymentRequirements: Requirements;
};
type Verified = { isValid: boolean; invalidReason?: string; payer?: string };

export type Facilitator = {
  url: string;
  /** What it was asked, in order: `verify` or `settle`. */
  calls: string[];
  /** Who paid whom how much. */
  settled: { from: Address; to: Address; amount: string }[];
  stop(): Promise<void>;
};

/**
 * An x402 facilitator on loopback that checks EIP-3009 signatures and moves no money: what it settles, it writes down.
 * `distort` changes what it says about a payment that it verified.
 */
export async function startFacilitator({
  network,
  distort = (verified) => verified,
}: {
  network: string;
  distort?: (verified: Verified) => Verified;
}): Promise<Facilitator> {
  const calls: string[] = [];
  const settled: Facilitator["settled"] = [];
  const usedNonces = new Set<Hex>();

  async function settle(payment: Payment) {
    const { isValid, invalidReason, payer } = await verify(payment);
    const { authorization, signature } = payment.paymentPayload.payload;
    const isUsed = usedNonces.has(authorization.nonce);
    const outcome = { network, payer, transaction: keccak256(signature) };
    if (!isValid || isUsed) return { ...outcome, success: false, errorReason: invalidReason ?? "nonce_used" };
    usedNonces.add(authorization.nonce);
    settled.push({ from: authorization.from, to: authorization.to, amount: authorization.value });
    return { ...outcome, success: true };
  }

  async function answer(request: IncomingMessage): Promise<unknown> {
    if (request.url === "/supported") return { kinds: [{ x402Version: 2, scheme: "exact", network }] };
    const call = String(request.url).slice(1);
    calls.push(call);
    const payment = JSON.parse(Buffer.concat(await request.toArray()).toString()) as Payment;
    return call === "settle" ? settle(payment) : distort(await verify(payment));
  }

  const server = createServer((request, response) => {
    answer(request).then(
      (body) => response.setHeader("content-type", "application/json").end(JSON.stringify(body)),
      () => response.writeHead(400).end(),
    );
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    settled,
    async stop() {
      server.closeAllConnections();
      await once(server.close(), "close");
    },
  };
}

/** Whether the payer signed this payment, for this payee, amount and time. */
async function verify({ paymentPayload, paymentRequirements }: Payment): Promise<Verified> {
  const { authorization, signature } = paymentPayload.payload;
  const { network, asset, amount, payTo, extra } = paymentRequirements;
  const payer = authorization.from;
  const signer = await recoverTypedDataAddress({
    domain: { ...extra, chainId: Number(network.split(":")[1]), verifyingContract: asset },
    types: TRANSFER,
    primaryType: "TransferWithAuthorization",
    message: {
      ...authorization,
      value: BigInt(authorization.value),
      validAfter: BigInt(authorization.validAfter),
      validBefore: BigInt(authorization.validBefore),
    },
    signature,
  });
  const now = Date.now() / 1000;
  const faults = {
    invalid_exact_evm_payload_signature: signer !== getAddress(payer),
    invalid_exact_evm_payload_recipient_mismatch: getAddress(authorization.to) !== getAddress(payTo),
    invalid_exact_evm_payload_authorization_value: authorization.value !== amount,
    invalid_exact_evm_payload_authorization_time:
      Number(authorization.validAfter) > now || Number(authorization.validBefore) < now,
  };
  const [invalidReason] = Object.entries(faults).find(([, isFault]) => isFault) ?? [];
  return invalidReason === undefined ? { isValid: true, payer } : { isValid: false, invalidReason, payer };
}
