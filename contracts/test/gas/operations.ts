import { registryAbi, toRecordHash } from "@agent-registry/protocol";
import type { DevAccount } from "@agent-registry/testkit";
import {
  type Abi,
  type ContractFunctionArgs,
  type ContractFunctionName,
  encodeFunctionData,
  type Hex,
  keccak256,
  toHex,
} from "viem";

import { type FleetAgent, NOTARY, newcomer, REGULATOR } from "./fleet.ts";

/** A call to the Registry by one sender. `gas` is what its request allows, if it is no usual amount. */
export type Call = { sender: DevAccount; data: Hex; gas?: bigint };

/** One row of the table. What `prepare` gives runs directly, in its order, and is not measured. */
export type Operation = {
  name: string;
  prepare?: (agent: FleetAgent) => Call | Call[];
  call: (agent: FleetAgent) => Call;
};

export const SCOPE = "Translates contracts between German and English for notaries";
const REASON = "Attestation overdue";
const OLD_HASH = keccak256(toHex("old"));
const NEW_HASH = keccak256(toHex("new"));
/** A natural person, high, until 2030-01-01. */
const [KIND, LEVEL, UNTIL] = [1, 3, 1_893_456_000n];

const attestAs = (party: "wallet" | "creator" | "haftungsperson"): Operation => ({
  name: `attestCompliance as ${party}`,
  call: (agent) => ({ sender: agent[party], data: encode("attestCompliance", [agent.agentId]) }),
});

export const operations: readonly Operation[] = [
  { name: "registerAgent root", call: (agent) => register({ agent, parentAgentId: 0n }) },
  { name: "registerAgent child", call: (agent) => register({ agent, parentAgentId: agent.agentId }) },
  attestAs("wallet"),
  attestAs("creator"),
  attestAs("haftungsperson"),
  {
    name: "attestCompliance as attester",
    prepare: nameAttester,
    call: (agent) => ({ sender: newcomer(agent), data: encode("attestCompliance", [agent.agentId]) }),
  },
  { name: "reportRevenue first, new names", call: (agent) => report({ agent, names: newNames(agent) }) },
  {
    name: "reportRevenue first, known names",
    // Another agent has used them, so that the names are all that is known.
    prepare: (agent) => report({ agent: agent.neighbour(), names: knownNames }),
    call: (agent) => report({ agent, names: knownNames }),
  },
  {
    name: "reportRevenue later, known names",
    prepare: (agent) => report({ agent, names: knownNames }),
    call: (agent) => report({ agent, names: knownNames }),
  },
  {
    name: "updateCapabilities",
    call: (agent) => ({
      sender: agent.wallet,
      data: encode("updateCapabilities", [agent.agentId, NEW_HASH]),
    }),
  },
  {
    name: "updateConstitution",
    call: (agent) => ({
      sender: agent.wallet,
      data: encode("updateConstitution", [agent.agentId, NEW_HASH]),
    }),
  },
  {
    name: "terminateSelf",
    call: (agent) => ({ sender: agent.wallet, data: encode("terminateSelf", [agent.agentId]) }),
  },
  {
    name: "confirmAgent",
    call: agree,
  },
  {
    name: "confirmRecord",
    call: (agent) => ({
      sender: agent.haftungsperson,
      data: encode("confirmRecord", [agent.agentId, recordHashOf(agent)]),
    }),
  },
  {
    name: "declineAgent as wallet",
    call: (agent) => ({ sender: agent.wallet, data: encode("declineAgent", [agent.agentId]) }),
  },
  {
    name: "declineAgent as haftungsperson",
    call: (agent) => ({ sender: agent.haftungsperson, data: encode("declineAgent", [agent.agentId]) }),
  },
  { name: "proposeHaftungsperson", call: propose },
  {
    name: "acceptHaftungsperson",
    prepare: propose,
    call: (agent) => ({
      sender: newcomer(agent),
      data: encode("acceptHaftungsperson", [agent.agentId, recordHashOf(agent)]),
    }),
  },
  { name: "proposeWallet", prepare: agree, call: proposeWallet },
  {
    name: "acceptWallet",
    prepare: (agent) => [agree(agent), proposeWallet(agent)],
    call: acceptWallet,
  },
  {
    name: "acceptWallet, attester and proposed haftungsperson dropped",
    prepare: (agent) => [agree(agent), proposeWallet(agent), nameAttester(agent), propose(agent)],
    call: acceptWallet,
  },
  { name: "setAttester", call: nameAttester },
  { name: "certifyPerson", call: certify },
  { name: "acceptCertificate", prepare: certify, call: acceptCertificate },
  {
    name: "endCertificate",
    prepare: (agent) => [certify(agent), acceptCertificate(agent)],
    call: (agent) => ({
      sender: agent.haftungsperson,
      data: encode("endCertificate", [agent.haftungsperson.address, NOTARY.address]),
    }),
  },
  {
    name: "releaseWallet",
    call: (agent) => ({ sender: REGULATOR, data: encode("releaseWallet", [agent.agentId]) }),
  },
  { name: "suspendAgent", call: suspend },
  {
    name: "revokeAgent",
    call: (agent) => ({ sender: REGULATOR, data: encode("revokeAgent", [agent.agentId, REASON]) }),
  },
  {
    name: "reactivateAgent",
    prepare: suspend,
    call: (agent) => ({ sender: REGULATOR, data: encode("reactivateAgent", [agent.agentId]) }),
  },
];

/** How a fleet itself comes into the register: all three parties are different people. */
export function enter(agent: Pick<FleetAgent, "wallet" | "creator" | "haftungsperson">): Call {
  return {
    sender: agent.creator,
    data: encode("registerAgent", [
      agent.haftungsperson.address,
      agent.wallet.address,
      OLD_HASH,
      OLD_HASH,
      SCOPE,
      0n,
      false,
    ]),
  };
}

function register({ agent, parentAgentId }: { agent: FleetAgent; parentAgentId: bigint }): Call {
  const sender = newcomer(agent);
  return {
    sender,
    data: encode("registerAgent", [
      agent.haftungsperson.address,
      sender.address,
      OLD_HASH,
      NEW_HASH,
      SCOPE,
      parentAgentId,
      false,
    ]),
  };
}

type Names = { currency: string; category: string };

const knownNames: Names = { currency: "USDC", category: "compute_services" };

function newNames(agent: FleetAgent): Names {
  const suffix = String(agent.agentId).padStart(2, "0");
  return { currency: `US${suffix}`, category: `compute_service${suffix}` };
}

function report({ agent, names }: { agent: FleetAgent; names: Names }): Call {
  const { currency, category } = names;
  return {
    sender: agent.wallet,
    data: encode("reportRevenue", [
      agent.agentId,
      123_456n,
      currency,
      category,
      1_764_547_200n,
      1_767_225_599n,
    ]),
  };
}

function recordHashOf(agent: FleetAgent): Hex {
  return toRecordHash({
    agentId: agent.agentId,
    creator: agent.creator.address,
    haftungsperson: agent.haftungsperson.address,
    agentWallet: agent.wallet.address,
    constitutionHash: OLD_HASH,
    capabilityHash: OLD_HASH,
    operationalScope: SCOPE,
    parentAgentId: 0n,
    selfModifying: false,
  });
}

function propose(agent: FleetAgent): Call {
  return {
    sender: agent.wallet,
    data: encode("proposeHaftungsperson", [agent.agentId, newcomer(agent).address]),
  };
}

function agree(agent: FleetAgent): Call {
  return { sender: agent.haftungsperson, data: encode("confirmAgent", [agent.agentId]) };
}

function proposeWallet(agent: FleetAgent): Call {
  return {
    sender: agent.haftungsperson,
    data: encode("proposeWallet", [agent.agentId, newcomer(agent).address]),
  };
}

function acceptWallet(agent: FleetAgent): Call {
  return { sender: newcomer(agent), data: encode("acceptWallet", [agent.agentId, recordHashOf(agent)]) };
}

function nameAttester(agent: FleetAgent): Call {
  return { sender: agent.wallet, data: encode("setAttester", [agent.agentId, newcomer(agent).address]) };
}

function certify(agent: FleetAgent): Call {
  return {
    sender: NOTARY,
    data: encode("certifyPerson", [agent.haftungsperson.address, KIND, LEVEL, UNTIL, NEW_HASH]),
  };
}

function acceptCertificate(agent: FleetAgent): Call {
  return {
    sender: agent.haftungsperson,
    data: encode("acceptCertificate", [NOTARY.address, KIND, LEVEL, UNTIL]),
  };
}

function suspend(agent: FleetAgent): Call {
  return { sender: REGULATOR, data: encode("suspendAgent", [agent.agentId, REASON]) };
}

type WriteName = ContractFunctionName<typeof registryAbi, "nonpayable">;

function encode<Name extends WriteName>(
  functionName: Name,
  args: ContractFunctionArgs<typeof registryAbi, "nonpayable", Name>,
): Hex {
  return encodeFunctionData<Abi, string>({
    abi: registryAbi,
    functionName,
    args: args as readonly unknown[],
  });
}
