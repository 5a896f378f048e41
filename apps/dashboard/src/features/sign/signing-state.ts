import type { Wallet } from "../../wallet/provider.ts";
import type { Description } from "./description.ts";
import type { ActionKind } from "./entry-actions.ts";
import type { PersonAction } from "./person-actions.ts";
import type { Failure } from "./to-failure.ts";

export type Way = "relayer" | "direct";

/** What is offered: an action on an entry, for which something may be typed, or one about a certificate of a person. */
export type Offer = { kind: ActionKind } | PersonAction;

/** An action as its person saw it, with what was typed: the words stay, though the entry changes by it. */
export type Chosen = { offer: Offer; typed: string; way: Way; description: Description };

/** One action from the choice to the register; the stages in their order. */
export type Signing =
  | { stage: "review"; offer: Offer }
  | { stage: "preparing" | "wallet" | "sending" | "recording"; run: number; chosen: Chosen }
  /** The transaction is null if the page cannot know it. */
  | { stage: "filed"; chosen: Chosen; transactionHash: string | null }
  | { stage: "failed"; chosen: Chosen; failure: Failure };

export type Account = {
  wallet: Wallet;
  address: string;
  chainId: number;
  standing: Standing;
  /** The wallet names no account any more; only what was signed before is still shown. */
  isSignedOut?: boolean;
};

/**
 * What the wallet's node says of the account: nothing yet, that the contract takes it for a regulator or does not, that
 * the node serves another chain than the register's, though under the same id, or no answer.
 */
export type Standing = "unknown" | "regulator" | "ordinary" | "other-chain" | "unreachable";

export type SigningState =
  | { step: "wallets"; problem: string | null }
  | { step: "connecting"; wallet: Wallet }
  | { step: "account"; account: Account; signing: Signing | null; notice: string | null };

export type SigningEvent =
  | { type: "wallet-chosen"; wallet: Wallet }
  | { type: "connected"; wallet: Wallet; address: string; chainId: number }
  | { type: "connecting-failed"; wallet: Wallet; problem: string }
  | { type: "left"; problem: string | null }
  | { type: "signed-out" }
  | { type: "account-changed"; address: string }
  | { type: "chain-changed"; chainId: number }
  | { type: "standing-known"; address: string; standing: Standing }
  | { type: "noticed"; notice: string | null }
  | ({ type: "action-chosen" } & Offer)
  | { type: "action-left"; notice?: string }
  | { type: "started"; run: number; chosen: Chosen }
  | { type: "advanced"; run: number; stage: "wallet" | "sending" | "recording" }
  | { type: "filed"; run: number; transactionHash: string | null }
  | { type: "failed"; run: number; failure: Failure };

export const initialState: SigningState = { step: "wallets", problem: null };

/** Every change of the panel. The events of a run count only while that very run is under way. */
export function reduceSigning(state: SigningState, event: SigningEvent): SigningState {
  switch (event.type) {
    case "wallet-chosen":
      return { step: "connecting", wallet: event.wallet };
    case "connecting-failed":
      return isConnecting(state, event.wallet) ? { step: "wallets", problem: event.problem } : state;
    case "connected": {
      const { wallet, address, chainId } = event;
      if (!isConnecting(state, wallet)) return state;
      const account: Account = { wallet, address, chainId, standing: "unknown" };
      return { step: "account", account, signing: null, notice: null };
    }
    case "left":
      return { step: "wallets", problem: event.problem };
  }
  if (state.step !== "account") return state;
  const { account, signing } = state;
  switch (event.type) {
    case "signed-out":
      // If something is signed already, its outcome stays in view.
      if (!isSigned(signing)) return { step: "wallets", problem: SIGNED_OUT };
      return { ...state, account: { ...account, isSignedOut: true }, notice: SIGNED_OUT };
    case "account-changed":
      return changeAccount(
        state,
        { ...account, address: event.address, standing: "unknown", isSignedOut: false },
        ACCOUNT_CHANGED,
      );
    case "chain-changed":
      return changeAccount(state, { ...account, chainId: event.chainId, standing: "unknown" }, CHAIN_CHANGED);
    case "standing-known":
      if (event.address !== account.address) return state;
      return { ...state, account: { ...account, standing: event.standing } };
    case "noticed":
      return { ...state, notice: event.notice };
    case "action-chosen": {
      const { type: _, ...offer } = event;
      return { ...state, signing: { stage: "review", offer }, notice: null };
    }
    case "action-left":
      if (account.isSignedOut === true) return { step: "wallets", problem: event.notice ?? SIGNED_OUT };
      return { ...state, signing: null, notice: event.notice ?? null };
    case "started": {
      const { run, chosen } = event;
      return { ...state, signing: { stage: "preparing", run, chosen }, notice: null };
    }
  }
  if (signing === null || !("run" in signing) || signing.run !== event.run) return state;
  const { chosen } = signing;
  switch (event.type) {
    case "advanced":
      return { ...state, signing: { ...signing, stage: event.stage } };
    case "filed":
      return { ...state, signing: { stage: "filed", chosen, transactionHash: event.transactionHash } };
    case "failed":
      return { ...state, signing: { stage: "failed", chosen, failure: event.failure } };
  }
}

/** If the visitor gave up on a wallet, or went on with another one, its late answer changes nothing. */
function isConnecting(state: SigningState, wallet: Wallet): boolean {
  return state.step === "connecting" && state.wallet.id === wallet.id;
}

export type AtAccount = Extract<SigningState, { step: "account" }>;

const SIGNED_OUT = "The wallet signed out.";
const ACCOUNT_CHANGED = "The wallet changed to another account.";
const CHAIN_CHANGED = "The wallet changed to another chain.";

/** What is not signed yet was shown for the account of before, so it starts over; what is signed runs on. */
function changeAccount(state: AtAccount, account: Account, what: string): SigningState {
  if (account.address === state.account.address && account.chainId === state.account.chainId) return state;
  if (isUnsigned(state.signing))
    return { ...state, account, signing: null, notice: `${what} Nothing was signed: start over.` };
  const { signing } = state;
  return { ...state, account, signing: signing?.stage === "failed" ? null : signing, notice: null };
}

/** Whether the action has not been signed yet, as far as this page knows. */
function isUnsigned(signing: Signing | null): boolean {
  return signing !== null && ["review", "preparing", "wallet"].includes(signing.stage);
}

/** Whether the action is on its way to the register, or in it. */
function isSigned(signing: Signing | null): boolean {
  return signing !== null && ["sending", "recording", "filed"].includes(signing.stage);
}
