import { relayErrors } from "@agent-registry/protocol/errors";
import { RelayerProblem, WalletProblem } from "@agent-registry/sdk/browser-wallet";
import { RecordDiffers } from "./encode-call.ts";

/** Why an action is not in the register, and what its person can do. */
export type Failure = {
  /** Nothing is wrong: the person decided so. */
  isCalm: boolean;
  title: string;
  text: string;
  /** What others said: a contract, a wallet, a relayer. Untrusted. */
  said: string | null;
  /** Another way is to send the transaction oneself, and to pay for it. */
  canSendDirectly: boolean;
};

const REVERT_PREFIX = relayErrors.contractReverted("");

export function toFailure(error: unknown): Failure {
  if (error instanceof RecordDiffers) return RECORD_DIFFERS;
  if (error instanceof RelayerProblem) return toRelayerFailure(error);
  if (error instanceof WalletProblem) return toWalletFailure(error);
  const said = error instanceof Error ? error.message : null;
  return { ...USUAL, title: "This did not work", text: "Nothing was signed that we know of.", said };
}

const USUAL = { isCalm: false, said: null, canSendDirectly: false };

const RECORD_DIFFERS: Failure = {
  ...USUAL,
  title: "The entry is not what this page shows",
  text: "Nothing was signed. Load the page again and read the entry. If that changes nothing, its scope holds bytes that a browser cannot show: use the command line.",
};

function toWalletFailure({ kind, message }: WalletProblem): Failure {
  return { ...USUAL, ...WALLET_FAILURES[kind](message) };
}

/** What a failure says besides the usual. */
type FailureWords = Partial<Failure> & Pick<Failure, "title" | "text">;

const REFUSED = { title: "The register refuses this", text: "Nothing was written." };
const toUnableWallet = (said: string): FailureWords => ({
  title: "The wallet could not do this",
  text: "Nothing was sent.",
  said,
});

const WALLET_FAILURES: Record<WalletProblem["kind"], (message: string) => FailureWords> = {
  rejected: () => ({ isCalm: true, title: "You refused in the wallet", text: "Nothing was signed." }),
  stopped: () => ({
    isCalm: true,
    title: "Stopped",
    text: "Nothing was sent from this page. If the wallet still asks, refuse there.",
  }),
  changed: (title) => ({
    title,
    text: "Nothing was signed. Start over with the account that you mean.",
  }),
  busy: () => ({
    title: "The wallet has another question open",
    text: "Open the wallet, answer it there, and try again.",
  }),
  reverted: (said) => ({ ...REFUSED, said }),
  "no-funds": () => ({
    title: "The account cannot pay for the transaction",
    text: "Nothing was sent. Fund it with a little ether of this chain.",
  }),
  "unknown-chain": toUnableWallet,
  failed: toUnableWallet,
};

function toRelayerFailure({ kind, message }: RelayerProblem): Failure {
  if (message.startsWith(REVERT_PREFIX))
    return { ...USUAL, ...REFUSED, said: message.slice(REVERT_PREFIX.length) };
  const said = kind === "refused" || kind === "unfit" ? message : null;
  return { ...USUAL, ...RELAYER_FAILURES[kind], said, canSendDirectly: true };
}

const RELAYER_FAILURES: Record<RelayerProblem["kind"], Pick<Failure, "title" | "text">> = {
  unreachable: {
    title: "The relayer does not answer",
    text: "Nothing was signed. Try again later, or send the transaction yourself: you then pay for it.",
  },
  refused: {
    title: "The relayer does not send this",
    text: "Nothing was written. Try again later, or send the transaction yourself: you then pay for it.",
  },
  unfit: {
    title: "The relayer does not fit this register",
    text: "Nothing was signed. You can send the transaction yourself: you then pay for it.",
  },
  lost: {
    title: "The relayer’s answer got lost",
    text: "What you signed may still be filed within the next ten minutes: this page shows it then. You can also send the transaction yourself, and pay for it; it counts once.",
  },
};
