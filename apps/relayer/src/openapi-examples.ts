/** One answer of each kind. */
import type * as protocol from "@agent-registry/protocol";

const ADDRESS = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const FORWARDER = "0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512";

export const relayed = {
  success: true,
  transactionHash: `0x${"a1".repeat(32)}`,
  blockNumber: 50_543_793,
  gasUsed: "61240",
  gasPaidByRelayer: "0.00000006124",
} satisfies protocol.RelayResponse;

export const outcome = {
  digest: `0x${"d1".repeat(32)}`,
  state: "mined",
  transactionHash: relayed.transactionHash,
  result: relayed,
  error: null,
};

export const nonce = { address: ADDRESS, nonce: "3" } satisfies protocol.NonceResponse;

export const domain = {
  name: "MinimalForwarder",
  version: "1",
  chainId: "84532",
  verifyingContract: FORWARDER,
} satisfies protocol.DomainResponse;

export const status = {
  relayer: "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
  balance: "0.5",
  forwarder: FORWARDER,
  registry: "0x5FbDB2315678afecb367f032d93F642f64180aa3",
  rpc: "https://rpc.test",
  dailyBudget: "0.05 ETH",
  dailyGasUsed: "0.00000006124 ETH",
  budgetRemaining: "0.04999993876 ETH",
} satisfies protocol.RelayerStatusResponse;

export const ready = { ready: true, reason: null };

export const notReady = { ready: false, reason: "The database does not answer" };
