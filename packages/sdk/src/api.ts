/** The query API alone: what a web page needs to ask about wallets, and nothing of the chain. */

export { type KyaAtInput, kyaAt, type PastKyaVerdict } from "./actions/kya-at.ts";
export { type KyaDecision, kyaByApi as kya, kyaManyByApi as kyaMany } from "./actions/kya-by-api.ts";
export type { KyaAgent, KyaEntry, KyaFinding, KyaVerdict } from "./actions/kya-finding.ts";
export { type ApiClient, type ApiClientOptions, createApiClient } from "./client/api-client.ts";
export { RegistryError, type RegistryErrorReason } from "./errors/registry-error.ts";
