/** What a client does and asks: `createAgentRegistry` binds each of these to one. */

export { confirm, decline } from "./actions/agree.ts";
export { attest, setAttester } from "./actions/attest.ts";
export { attestMany } from "./actions/attest-many.ts";
export { cancelRequests } from "./actions/cancel-requests.ts";
export { acceptCertificate, certifyPerson, endCertificate, getCertificate } from "./actions/certificates.ts";
export { reactivate, releaseWallet, revoke, suspend, terminate } from "./actions/change-status.ts";
export { getEnforcement, getHistory, getNewestFilings } from "./actions/filings.ts";
export { findAgentId, getAgent, getAgentWallets, getLineage, getWalletEntries } from "./actions/get-agent.ts";
export { getConsents } from "./actions/get-consents.ts";
export { kya } from "./actions/kya.ts";
export { kyaAt } from "./actions/kya-at.ts";
export { kyaMany } from "./actions/kya-many.ts";
export { getCreator, getHaftungsperson, listAgents } from "./actions/list-agents.ts";
export { register, registerChild } from "./actions/register.ts";
export { getRevenue, getRevenueTotals, reportRevenue } from "./actions/revenue.ts";
export {
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
export {
  acceptHaftungsperson,
  acceptWallet,
  proposeHaftungsperson,
  proposeWallet,
} from "./actions/take-over.ts";
export { updateCapabilities, updateConstitution } from "./actions/update-record.ts";
export { fetchKyaProof } from "./proof/fetch-kya-proof.ts";
export { verifyKya } from "./proof/verify-kya.ts";
export { getRelayOutcome } from "./send/get-relay-outcome.ts";
