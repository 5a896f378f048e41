/** For web pages on which a person signs with a wallet in the browser: no zod, and of viem only what encodes calls. */

export { RelayerProblem } from "./browser-wallet/relayer.ts";
export {
  findFailure,
  type RegistryCall,
  readRegistry,
  type SendingStage,
  type SentByWallet,
  sendByRelayer,
  sendDirectly,
} from "./browser-wallet/send-call.ts";
export { toWalletProblem, WalletProblem } from "./browser-wallet/wallet-problem.ts";
export {
  createWalletSession,
  type Provider,
  toAccounts,
  type WalletSession,
} from "./browser-wallet/wallet-session.ts";
