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
import * as examples from "./openapi-examples.ts";
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
      200: { description: "Mined", schema: RelayResponse, example: examples.relayed },
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
      200: { description: "What is known", schema: RelayOutcomeResponse, example: examples.outcome },
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
      200: { description: "The nonce", schema: NonceResponse, example: examples.nonce },
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
      200: { description: "The domain", schema: DomainResponse, example: examples.domain },
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
      200: { description: "The status", schema: RelayerStatusResponse, example: examples.status },
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
      200: { description: "Ready", schema: ReadyResponse, example: examples.ready },
      503: { description: "Not ready, and why", schema: ReadyResponse, example: examples.notReady },
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
