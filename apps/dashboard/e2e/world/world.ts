import type { EdgeCases } from "./edge-cases.ts";

type Site = { apiUrl: string; url: string };

/** What the set-up started, for the tests' processes. */
export type World = {
  rpcUrl: string;
  registryAddress: string;
  /** The populated register. */
  main: Site;
  /** The same register through an API that answers a handful of requests a minute. */
  limited: Site;
  /** A register that nobody has used. */
  empty: Site;
  edgeCases: EdgeCases;
};

const VARIABLE = "DASHBOARD_E2E_WORLD";

export function publishWorld(world: World): void {
  process.env[VARIABLE] = JSON.stringify(world);
}

export function getWorld(): World {
  const text = process.env[VARIABLE];
  if (text === undefined) throw new Error("The set-up has not run");
  return JSON.parse(text) as World;
}
