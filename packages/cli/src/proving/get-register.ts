import { RegistryError } from "@agent-registry/sdk";
import type { Address } from "viem";
import { getChainId } from "viem/actions";
import type { Session } from "../session/open-session.ts";

/** The contract of this session's register, and its chain: as configured, or as the RPC node says. */
export async function getRegister({
  settings,
  reader,
}: Pick<Session, "settings" | "reader">): Promise<{ registry: Address; chainId: number }> {
  const { client } = reader();
  const { registryAddress: registry } = client;
  if (registry === undefined)
    throw new RegistryError({
      reason: "missing-configuration",
      message: "The Registry's address is not configured: give --registry (REGISTRY_ADDRESS).",
    });
  return { registry, chainId: settings.chainId ?? (await getChainId(client.reader)) };
}
