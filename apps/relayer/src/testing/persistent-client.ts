import { minimalForwarderAbi, registryAbi, SUGGESTED_GAS } from "@agent-registry/protocol";
import { type LocalChain, type SignedRequest, signedRequest } from "@agent-registry/testkit";
import { encodeFunctionData, type Hex } from "viem";
import { newSigner, signedRegistration, type TestDeployment, toBody } from "./test-relayer.ts";

type ClientOptions = {
  relayerUrl: string;
  chain: LocalChain;
  deployment: TestDeployment;
  /** Nothing more is begun once this is true. */
  isOver: () => boolean;
  onRelayed: (digest: Hex) => void;
};

/** An agent that registers and then attests, and posts each request until it is relayed. */
export async function runPersistentClient(options: ClientOptions): Promise<SignedRequest[]> {
  const { chain, deployment, isOver } = options;
  const signer = newSigner();
  const done: SignedRequest[] = [];

  for (let nonce = 0n; !isOver(); nonce += 1n) {
    const signed = await sign(nonce);
    await relayAtAnyPrice({ ...options, signed });
    done.push(signed);
    options.onRelayed(signed.digest);
  }
  return done;

  async function sign(nonce: bigint): Promise<SignedRequest> {
    if (nonce === 0n) return await signedRegistration({ signer, deployment });
    const { agentId } = await chain.reader.readContract({
      address: deployment.registryAddress,
      abi: registryAbi,
      functionName: "getAgentByWallet",
      args: [signer.address],
    });
    const data = encodeFunctionData({ abi: registryAbi, functionName: "attestCompliance", args: [agentId] });
    const overrides = { data, nonce, gas: SUGGESTED_GAS.other };
    return await signedRequest({ signer, deployment, overrides });
  }
}

/** Posts the same request until the chain says that its nonce is spent. */
async function relayAtAnyPrice(options: ClientOptions & { signed: SignedRequest }): Promise<void> {
  const { relayerUrl, signed } = options;
  while (!(await isSpent(options))) {
    await fetch(`${relayerUrl}/relay`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(toBody(signed)),
      signal: AbortSignal.timeout(30_000),
    }).then(
      (answer) => answer.text(),
      // The relayer was killed, or is not up yet.
      () => new Promise((resolve) => setTimeout(resolve, 50)),
    );
  }
}

async function isSpent({
  chain,
  deployment,
  signed,
}: Pick<ClientOptions, "chain" | "deployment"> & { signed: SignedRequest }): Promise<boolean> {
  const nonce = await chain.reader.readContract({
    address: deployment.forwarderAddress,
    abi: minimalForwarderAbi,
    functionName: "getNonce",
    args: [signed.request.from],
  });
  return nonce > signed.request.nonce;
}
