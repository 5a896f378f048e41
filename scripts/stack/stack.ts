import type { Address } from "viem";

/** What everything in a running register needs to know of it. */
export type Stack = {
  /** Whether the chain is ours, started with the rest and gone with it. */
  isLocal: boolean;
  chainId: number;
  rpcUrl: string;
  registryAddress: Address;
  forwarderAddress: Address;
  /** The address that the services listen on. */
  host: string;
  apiUrl: string;
  relayerUrl: string;
  dashboardUrl: string;
  /** The variables that say what the relayer signs by. */
  relayerSigning: Record<string, string>;
  /** What the query API of a local register signs with. */
  signingKeyFile?: string;
  dataDir: string;
};

export const LOOPBACK = "127.0.0.1";

type Where = { host: string; ports: { api: number; relayer: number; dashboard: number } };

/** The address that the services listen on, and how programs on this machine reach them there. */
export function toServiceUrls({ host, ports }: Where) {
  const isEverywhere = host === "0.0.0.0" || host === "::";
  const name = isEverywhere ? LOOPBACK : host.includes(":") ? `[${host}]` : host;
  const toUrl = (port: number) => `http://${name}:${port}`;
  return {
    host,
    apiUrl: toUrl(ports.api),
    relayerUrl: toUrl(ports.relayer),
    dashboardUrl: toUrl(ports.dashboard),
  };
}

/** A fault that a person can mend; its message says how, and no stack trace is shown with it. */
export class StackError extends Error {
  override name = "StackError";
}
