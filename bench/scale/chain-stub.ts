// The chain of a large register behind a node's interface: it stands at the register's last block, and it
// adds one with a thousand events for each message of its parent.
import { createLargeRegister } from "@agent-registry/api/testing/large-register";
import type { Address } from "viem";
import { serveLogs } from "../rpc-server.ts";
import { createLogs, toBlockTime } from "../synthetic-logs.ts";
import { CHAIN, EVENTS_A_BLOCK, type LargeOptions } from "./chain.ts";

const REGISTRATIONS = 150;
const ATTESTATIONS = 600;
const REPORTS = EVENTS_A_BLOCK - REGISTRATIONS - ATTESTATIONS;
/** Far more than the register has people and wallets. */
const NEW_WALLETS_FROM = 2n ** 100n;

const { registryAddress, ...size } = JSON.parse(process.argv[2] ?? "{}") as LargeOptions & {
  registryAddress: Address;
};
const register = createLargeRegister({ ...size, ...CHAIN });
const logs = createLogs(registryAddress);
const lastAttested = new Map<number, number>();
let head = size.lastBlock;
let [asked, registered] = [0, register.agents];

/** Spread over the register, another one each time. */
function nextActive(): number {
  for (;;) {
    asked += 1;
    const agentId = ((asked * 7_919) % register.agents) + 1;
    if (register.toAgent(agentId).status === 0) return agentId;
  }
}

const toAddress = (number: bigint): Address => `0x${number.toString(16).padStart(40, "0")}`;

function addBlock(): void {
  head += 1;
  const timestamp = toBlockTime(head);
  for (let i = 0; i < REGISTRATIONS; i += 1) {
    registered += 1;
    const wallet = toAddress(NEW_WALLETS_FROM + BigInt(registered));
    const { constitution_hash, capability_hash, operational_scope } = register.toAgent(
      1 + (registered % 1_000),
    );
    logs.push(head, "AgentRegistered", {
      agentId: BigInt(registered),
      creator: wallet,
      agentWallet: wallet,
      haftungsperson: wallet,
      constitutionHash: constitution_hash,
      capabilityHash: capability_hash,
      operationalScope: operational_scope,
      parentAgentId: 0n,
      generation: 0n,
      selfModifying: false,
      walletConsent: true,
      haftungspersonConsent: true,
      parentConsent: true,
      registeredAt: BigInt(timestamp),
    });
  }
  for (let i = 0; i < ATTESTATIONS; i += 1) {
    const agentId = nextActive();
    const { agent_wallet, last_attestation } = register.toAgent(agentId);
    logs.push(head, "ComplianceAttested", {
      agentId: BigInt(agentId),
      actor: agent_wallet,
      previousAttestation: BigInt(lastAttested.get(agentId) ?? last_attestation),
      attestedAt: BigInt(timestamp),
    });
    lastAttested.set(agentId, timestamp);
  }
  for (let i = 0; i < REPORTS; i += 1) {
    const agentId = nextActive();
    logs.push(head, "RevenueReported", {
      agentId: BigInt(agentId),
      actor: register.toAgent(agentId).agent_wallet,
      amount: BigInt(1_000 + agentId),
      currency: "USDC",
      category: "consulting",
      periodStart: BigInt(timestamp - 604_800),
      periodEnd: BigInt(timestamp - 1),
      reportedAt: BigInt(timestamp),
    });
  }
}

const rpcUrl = await serveLogs({ logs, head: () => head });
process.send?.({ rpcUrl });
process.on("message", () => {
  addBlock();
  process.send?.({ head });
});
process.on("disconnect", () => process.exit(0));
