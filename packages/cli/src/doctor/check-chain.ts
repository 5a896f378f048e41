import { FORWARDER_NAME, maskUrl } from "@agent-registry/protocol";
import { minimalForwarderAbi, registryAbi, toChainError } from "@agent-registry/sdk";
import { getBlock, getChainId, readContract } from "viem/actions";
import type { Session } from "../session/open-session.ts";
import { check, ok, warning, wrong } from "./check.ts";

export function checkChain({ reader, settings }: Session) {
  return check("chain", async () => {
    const client = reader().client.reader;
    const advice = settings.stackFile
      ? "The local register is not running: start it with `npm start`."
      : "Check REGISTRY_CHAIN or --rpc-url, and the network.";
    const chainId = await getChainId(client).catch(() => undefined);
    if (chainId === undefined) return wrong(`no RPC node answers at ${maskUrl(settings.rpcUrl)}. ${advice}`);
    if (settings.chainId !== undefined && settings.chainId !== chainId) {
      return wrong(`${maskUrl(settings.rpcUrl)} serves chain ${chainId}, not ${settings.chainId}. ${advice}`);
    }
    const block = await getBlock(client).catch((error) => {
      throw toChainError(error);
    });
    return ok(
      `chain ${chainId}, block ${block.number} of ${new Date(Number(block.timestamp) * 1000).toISOString()}`,
    );
  });
}

export function checkRegistry({ reader, settings }: Session) {
  return check("registry", async () => {
    const { registryAddress } = settings;
    if (registryAddress === undefined)
      return warning("no address is known: set REGISTRY_ADDRESS or --registry.");
    const client = reader().client.reader;
    const count = await readContract(client, {
      address: registryAddress,
      abi: registryAbi,
      functionName: "totalAgents",
    }).catch(() => undefined);
    if (count === undefined) {
      return wrong(
        `there is no Registry at ${registryAddress} on this chain: check the address and the chain.`,
      );
    }
    return ok(`${registryAddress} holds ${count} agents`);
  });
}

export function checkForwarder({ reader, settings }: Session) {
  return check("forwarder", async () => {
    const { registryAddress, forwarderAddress } = settings;
    if (registryAddress === undefined)
      return warning("not checked, since the Registry's address is not known.");
    const client = reader().client.reader;
    const trusted = await readContract(client, {
      address: registryAddress,
      abi: registryAbi,
      functionName: "trustedForwarder",
    }).catch(() => undefined);
    if (trusted === undefined) return wrong("the Registry does not say whom it trusts.");
    if (forwarderAddress !== undefined && forwarderAddress.toLowerCase() !== trusted.toLowerCase()) {
      return wrong(`the Registry trusts ${trusted}, not ${forwarderAddress}: correct FORWARDER_ADDRESS.`);
    }
    const domain = await readContract(client, {
      address: trusted,
      abi: minimalForwarderAbi,
      functionName: "eip712Domain",
    }).catch(() => undefined);
    if (domain?.[1] !== FORWARDER_NAME)
      return wrong(`what the Registry trusts, ${trusted}, is no MinimalForwarder.`);
    return ok(`${trusted} is trusted by the Registry`);
  });
}
