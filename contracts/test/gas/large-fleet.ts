import { registryAbi } from "@agent-registry/protocol";
import { devAccount } from "@agent-registry/testkit";
import { encodeFunctionData } from "viem";
import { FLEET_SIZE } from "./fleet.ts";
import { type Call, enter } from "./operations.ts";

/** Agents with wallets of their own, and one Haftungsperson who attests for all of them. */
export const LARGE_FLEET_SIZE = 100;

/** As the table has it: each agent's share of the one call. */
export const LARGE_FLEET_ROW = `attestComplianceMany as haftungsperson, each of ${LARGE_FLEET_SIZE}`;

export const LARGE_FLEET_HAFTUNGSPERSON = devAccount(500);
export const LARGE_FLEET_CREATOR = devAccount(501);
const FIRST_WALLET = 600;
/** The small fleet and its spare were entered before. */
const FIRST_AGENT_ID = FLEET_SIZE + 2;

const members = Array.from({ length: LARGE_FLEET_SIZE }, (_, index) => ({
  agentId: BigInt(FIRST_AGENT_ID + index),
  wallet: devAccount(FIRST_WALLET + index),
  creator: LARGE_FLEET_CREATOR,
  haftungsperson: LARGE_FLEET_HAFTUNGSPERSON,
}));

export const enterLargeFleet: readonly Call[] = members.map(enter);

export const attestLargeFleet: Call = {
  sender: LARGE_FLEET_HAFTUNGSPERSON,
  data: encodeFunctionData({
    abi: registryAbi,
    functionName: "attestComplianceMany",
    args: [members.map(({ agentId }) => agentId)],
  }),
  // More than any other call needs, and so the signer's own choice.
  gas: 2_000_000n,
};
