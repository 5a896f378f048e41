import { acceptHaftungsperson } from "./actions/accept-haftungsperson.ts";
import { acceptWallet } from "./actions/accept-wallet.ts";
import { attest } from "./actions/attest.ts";
import { attestMany } from "./actions/attest-many.ts";
import { cancelRequests } from "./actions/cancel-requests.ts";
import { acceptCertificate, certifyPerson, endCertificate, getCertificate } from "./actions/certificates.ts";
import { confirm } from "./actions/confirm.ts";
import { decline } from "./actions/decline.ts";
import { findAgentId } from "./actions/find-agent-id.ts";
import { getAgent } from "./actions/get-agent.ts";
import { getAgentWallets } from "./actions/get-agent-wallets.ts";
import { getConsents } from "./actions/get-consents.ts";
import { getHistory } from "./actions/get-history.ts";
import { getLineage } from "./actions/get-lineage.ts";
import { getEnforcement, getNewestFilings } from "./actions/get-newest-filings.ts";
import { getCreator, getHaftungsperson } from "./actions/get-person.ts";
import { getRevenue } from "./actions/get-revenue.ts";
import { getRevenueTotals } from "./actions/get-revenue-totals.ts";
import { getWalletEntries } from "./actions/get-wallet-entries.ts";
import { kya } from "./actions/kya.ts";
import { kyaAt } from "./actions/kya-at.ts";
import { kyaMany } from "./actions/kya-many.ts";
import { listAgents } from "./actions/list-agents.ts";
import { proposeHaftungsperson } from "./actions/propose-haftungsperson.ts";
import { proposeWallet } from "./actions/propose-wallet.ts";
import { reactivate } from "./actions/reactivate.ts";
import { register, registerChild } from "./actions/register.ts";
import { releaseWallet } from "./actions/release-wallet.ts";
import { reportRevenue } from "./actions/report-revenue.ts";
import { revoke } from "./actions/revoke.ts";
import {
  addNotary,
  addRegulator,
  getNotaries,
  getNotary,
  getRegulators,
  isNotary,
  isRegulator,
  removeNotary,
  removeRegulator,
} from "./actions/roles.ts";
import { setAttester } from "./actions/set-attester.ts";
import { suspend } from "./actions/suspend.ts";
import { terminate } from "./actions/terminate.ts";
import { updateCapabilities } from "./actions/update-capabilities.ts";
import { updateConstitution } from "./actions/update-constitution.ts";
import {
  createRegistryClient,
  type RegistryClient,
  type RegistryClientOptions,
} from "./client/registry-client.ts";
import { fetchKyaProof } from "./proof/fetch-kya-proof.ts";
import { verifyKya } from "./proof/verify-kya.ts";
import { getRelayOutcome } from "./send/get-relay-outcome.ts";

const actions = {
  register,
  registerChild,
  attest,
  attestMany,
  reportRevenue,
  updateCapabilities,
  updateConstitution,
  terminate,
  confirm,
  decline,
  proposeHaftungsperson,
  acceptHaftungsperson,
  proposeWallet,
  acceptWallet,
  setAttester,
  cancelRequests,
  getRelayOutcome,
  suspend,
  revoke,
  reactivate,
  releaseWallet,
  addRegulator,
  removeRegulator,
  isRegulator,
  getRegulators,
  addNotary,
  removeNotary,
  isNotary,
  getNotaries,
  getNotary,
  certifyPerson,
  acceptCertificate,
  endCertificate,
  getCertificate,
  kya,
  kyaMany,
  kyaAt,
  verifyKya,
  fetchKyaProof,
  getAgent,
  findAgentId,
  getConsents,
  getAgentWallets,
  listAgents,
  getLineage,
  getRevenue,
  getRevenueTotals,
  getHistory,
  getNewestFilings,
  getEnforcement,
  getWalletEntries,
  getHaftungsperson,
  getCreator,
};

type Bound<Action> = Action extends (client: RegistryClient, ...rest: infer Rest) => infer Result
  ? (...rest: Rest) => Result
  : never;

/** The register, with every action bound to one client. */
export type AgentRegistry = { readonly client: RegistryClient } & {
  readonly [Name in keyof typeof actions]: Bound<(typeof actions)[Name]>;
};

/**
 * Everything the register offers, in one object. If bundle size matters, take `createRegistryClient`
 * and single actions instead.
 *
 * @example
 * const registry = createAgentRegistry({
 *   registryAddress: "0x5FbDB2315678afecb367f032d93F642f64180aa3",
 *   rpcUrl: "http://127.0.0.1:8545",
 *   relayerUrl: "http://127.0.0.1:3001",
 *   account: privateKeyToAccount(key),
 * });
 * const { agentId } = await registry.register({ haftungsperson, operationalScope: "Searches archives" });
 */
export function createAgentRegistry(options: RegistryClientOptions): AgentRegistry {
  const client = createRegistryClient(options);
  const bound = Object.entries(actions).map(([name, action]) => [
    name,
    (...rest: unknown[]) => (action as (...all: unknown[]) => unknown)(client, ...rest),
  ]);
  return { client, ...Object.fromEntries(bound) } as AgentRegistry;
}
