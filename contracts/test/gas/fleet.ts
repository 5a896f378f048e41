import { type DevAccount, devAccount, devAccounts } from "@agent-registry/testkit";

/** An agent whose wallet, creator and Haftungsperson are three accounts that have never sent anything. */
export type FleetAgent = {
  agentId: bigint;
  wallet: DevAccount;
  creator: DevAccount;
  haftungsperson: DevAccount;
  neighbour: () => FleetAgent;
};

export const FLEET_SIZE = 20;
export const REGULATOR = devAccounts.regulator;
export const NOTARY = devAccount(502);

// Each role has its own hundred of development accounts.
const FIRST_WALLET = 100;
const FIRST_CREATOR = 200;
const FIRST_HAFTUNGSPERSON = 300;
const FIRST_NEWCOMER = 400;

export const fleet: readonly FleetAgent[] = Array.from({ length: FLEET_SIZE }, (_, index) => ({
  agentId: BigInt(index + 1),
  wallet: devAccount(FIRST_WALLET + index),
  creator: devAccount(FIRST_CREATOR + index),
  haftungsperson: devAccount(FIRST_HAFTUNGSPERSON + index),
  neighbour: () => spare,
}));

/** In the register too, and never measured. */
export const spare: FleetAgent = {
  agentId: BigInt(FLEET_SIZE + 1),
  wallet: devAccount(FIRST_WALLET + FLEET_SIZE),
  creator: devAccount(FIRST_CREATOR + FLEET_SIZE),
  haftungsperson: devAccount(FIRST_HAFTUNGSPERSON + FLEET_SIZE),
  neighbour: () => spare,
};

/** An account that is not in the register yet and will enter as its own creator and wallet. */
export function newcomer(agent: FleetAgent): DevAccount {
  return devAccount(FIRST_NEWCOMER + Number(agent.agentId) - 1);
}
