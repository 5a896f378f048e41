import type { Address, Hex } from "viem";

/** What everything in a running register needs to know of it. */
export type Stack = {
  /** Whether the chain is ours, started with the rest and gone with it. */
  isLocal: boolean;
  chainId: number;
  rpcUrl: string;
  registryAddress: Address;
  forwarderAddress: Address;
  apiUrl: string;
  relayerUrl: string;
  dashboardUrl: string;
  relayerKey: Hex;
  dataDir: string;
};

export function toServiceUrls(ports: { api: number; relayer: number; dashboard: number }) {
  return {
    apiUrl: toLocalUrl(ports.api),
    relayerUrl: toLocalUrl(ports.relayer),
    dashboardUrl: toLocalUrl(ports.dashboard),
  };
}

function toLocalUrl(port: number): string {
  return `http://127.0.0.1:${port}`;
}

/** A fault that a person can mend; its message says how, and no stack trace is shown with it. */
export class StackError extends Error {
  override name = "StackError";
}
