import {
  DomainResponse,
  ForwardRequestInput,
  NonceResponse,
  RelayerStatusResponse,
  RelayOutcomeResponse,
  RelayResponse,
  SignatureInput,
} from "@agent-registry/protocol";
import { createOpenApiDocument, type RouteDoc, uncountedErrors } from "@agent-registry/service";
import { z } from "zod";
import { ReadyResponse } from "./routes/ready.ts";

const rpcDown = { description: "No RPC node answers" };
const flooded: RouteDoc["responses"] = {
  429: { description: "The address floods the relayer; `Retry-After` says when to try again" },
};

const RelayRequest = z.object({ request: ForwardRequestInput, signature: SignatureInput });

const schemas = {
  ForwardRequest: ForwardRequestInput,
  RelayRequest,
  RelayResult: RelayResponse,
  RelayOutcome: RelayOutcomeResponse,
  Nonce: NonceResponse,
  Domain: DomainResponse,
  RelayerStatus: RelayerStatusResponse,
  Ready: ReadyResponse,
};

// One answer of each kind.
const ADDRESS = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const FORWARDER = "0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512";

const relayed = {
  success: true,
  transactionHash: `0x${"a1".repeat(32)}`,
  blockNumber: 50_543_793,
  gasUsed: "61240",
  gasPaidByRelayer: "0.00000006124",
} satisfies RelayResponse;

const outcome = {
  digest: `0x${"d1".repeat(32)}`,
  state: "mined",
  transactionHash: relayed.transactionHash,
  result: relayed,
  error: null,
};

const nonce = { address: ADDRESS, nonce: "3" } satisfies NonceResponse;

const domain = {
  name: "MinimalForwarder",
  version: "1",
  chainId: "84532",
  verifyingContract: FORWARDER,
} satisfies DomainResponse;

const status = {
  relayer: "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
  balance: "0.5",
  forwarder: FORWARDER,
  registry: "0x5FbDB2315678afecb367f032d93F642f64180aa3",
  rpc: "https://rpc.test",
  dailyBudget: "0.05 ETH",
  dailyGasUsed: "0.00000006124 ETH",
  budgetRemaining: "0.04999993876 ETH",
} satisfies RelayerStatusResponse;

const ready = { ready: true, reason: null };

const notReady = { ready: false, reason: "The database does not answer" };

const routes: RouteDoc[] = [
  {
    method: "post",
    path: "/relay",
    operationId: "relay",
    tag: "Relaying",
    summary: "Relay a signed request",
    description:
      "Checks the request, pays for it, and answers when it is mined. The same request posted again while it is in flight gets the same answer.",
    body: RelayRequest,
    responses: {
      200: { description: "Mined", schema: RelayResponse, example: relayed },
      400: {
        description:
          "Parts are missing, a field is malformed, or `request.data` is a view or not the canonical encoding of its call",
      },
      401: { description: "The signature does not fit, or the nonce or deadline is over" },
      403: {
        description: "Not a call of the Registry, it carries value, or a page of this origin may not post",
      },
      413: { description: "The body is larger than 64 kB" },
      415: { description: "The body is not application/json" },
      429: {
        description:
          "An hourly limit or the daily gas budget is used up, or the address floods the relayer (on every route but `/ready` and `/metrics`). `Retry-After` says after how many seconds a limit frees; the budget has none",
      },
      500: { description: "The call reverts, no RPC node answers, or the transaction is not mined in time" },
      503: { description: "The relayer's wallet is nearly empty" },
    },
  },
  {
    method: "get",
    path: "/relay/{digest}",
    operationId: "getRelayOutcome",
    tag: "Relaying",
    summary: "What became of a request",
    params: z.object({ digest: z.string().meta({ description: "The request's EIP-712 digest" }) }),
    responses: {
      200: { description: "What is known", schema: RelayOutcomeResponse, example: outcome },
      400: { description: "Not a digest" },
      404: { description: "No such request was accepted here" },
      ...flooded,
    },
  },
  {
    method: "get",
    path: "/nonce/{address}",
    operationId: "getNonce",
    tag: "Signing",
    summary: "The nonce that a signer's next request must carry",
    description: "At most a second old, and never older than the signer's last request.",
    params: z.object({ address: z.string().meta({ description: "The signer's address" }) }),
    responses: {
      200: { description: "The nonce", schema: NonceResponse, example: nonce },
      400: { description: "Not an address" },
      ...flooded,
      500: rpcDown,
    },
  },
  {
    method: "get",
    path: "/domain",
    operationId: "getDomain",
    tag: "Signing",
    summary: "The EIP-712 domain to sign for",
    responses: {
      200: { description: "The domain", schema: DomainResponse, example: domain },
      ...flooded,
      500: rpcDown,
    },
  },
  {
    method: "get",
    path: "/status",
    operationId: "getStatus",
    tag: "Service",
    summary: "The relayer's wallet and its budget",
    description:
      "The balance is at most a second old, and never older than the last payment. A share of `dailyBudget` (`ATTESTATION_RESERVE`, a quarter unless it is set) is for attestations of registered, active agents alone whose last one is at least two days old: other requests are refused once `budgetRemaining` is no more than that. `/metrics` has both figures.",
    responses: {
      200: { description: "The status", schema: RelayerStatusResponse, example: status },
      ...flooded,
      500: rpcDown,
    },
  },
  {
    method: "get",
    path: "/ready",
    operationId: "getReady",
    tag: "Service",
    summary: "Whether requests can be relayed now",
    description: "Counts against no limit.",
    responses: {
      200: { description: "Ready", schema: ReadyResponse, example: ready },
      503: { description: "Not ready, and why", schema: ReadyResponse, example: notReady },
      ...uncountedErrors.ready,
    },
  },
  {
    method: "get",
    path: "/metrics",
    operationId: "getMetrics",
    tag: "Service",
    summary: "Metrics for Prometheus, which count against no limit",
    responses: { 200: { description: "Prometheus text format", schema: "text" }, ...uncountedErrors.metrics },
  },
];

export const openApiDocument = createOpenApiDocument({
  title: "Agent Registry relayer",
  version: "1.0.0",
  description:
    "Writes to the register for agents that hold a key but no currency: they sign, the relayer pays. `RateLimit-Policy` and `RateLimit` say how many requests the address has left. A method that a route does not have gives `405` with `Allow`.",
  tags: {
    Relaying: "Sending signed requests, and what became of them",
    Signing: "What a request must be signed with",
    Service: "The state of this server",
  },
  schemas,
  routes,
});
