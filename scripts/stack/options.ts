import { isIP } from "node:net";
import { API_PORT, DASHBOARD_PORT, RELAYER_PORT } from "@agent-registry/protocol";
import { LOOPBACK, StackError } from "./stack.ts";

export type StackOptions = {
  /** Start without the believable register. */
  isEmpty: boolean;
  ports: { chain: number; api: number; relayer: number; dashboard: number };
  /** The address that the services listen on; the local chain, whose keys are public, stays on loopback. */
  host: string;
  /** Where the stack keeps its file, its logs and its databases. */
  directory: string;
};

/** Reads `npm start`'s arguments and the variables that move it elsewhere. */
export function parseOptions({ args, env }: { args: string[]; env: NodeJS.ProcessEnv }): StackOptions {
  const unknown = args.filter((arg) => arg !== "--empty");
  if (unknown.length > 0) {
    throw new StackError(
      `Unknown option ${unknown.join(" ")}. The only one is --empty: npm start -- --empty`,
    );
  }
  const port = (name: string, fallback: number): number => {
    const value = env[name] ?? "";
    if (value === "") return fallback;
    if (!/^\d{1,5}$/.test(value) || Number(value) < 1 || Number(value) > 65_535) {
      throw new StackError(`${name} must be a port number from 1 to 65535.`);
    }
    return Number(value);
  };
  const host = env.HOST || LOOPBACK;
  if (isIP(host) === 0) {
    throw new StackError(
      `HOST must be an IP address of this machine, not "${host}": 0.0.0.0 opens the services to the network.`,
    );
  }
  return {
    isEmpty: args.includes("--empty"),
    ports: {
      chain: port("CHAIN_PORT", 8545),
      api: port("API_PORT", API_PORT),
      relayer: port("RELAYER_PORT", RELAYER_PORT),
      dashboard: port("DASHBOARD_PORT", DASHBOARD_PORT),
    },
    host,
    directory: env.STACK_DIR ?? ".local",
  };
}
