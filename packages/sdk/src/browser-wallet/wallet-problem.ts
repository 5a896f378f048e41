import { decodeRevertReason } from "@agent-registry/protocol/revert-reason";
import { isHex } from "viem";

type WalletProblemKind =
  /** The person said no in the wallet. */
  | "rejected"
  /** The wallet shows a question already, perhaps behind this window. */
  | "busy"
  /** The person, or a change in the wallet, ended it on the page. */
  | "stopped"
  /** The wallet acts for another account, or on another chain, than what was shown. */
  | "changed"
  /** The wallet does not know the chain that it was asked to switch to. */
  | "unknown-chain"
  /** The contract would refuse the call. */
  | "reverted"
  /** The account cannot pay for its transaction. */
  | "no-funds"
  | "failed";

/** Why something that was asked of a wallet did not happen. `message` is the reason of a revert, or the wallet's text. */
export class WalletProblem extends Error {
  override readonly name = "WalletProblem";
  readonly kind: WalletProblemKind;

  constructor(kind: WalletProblemKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

const LONGEST_TEXT = 300;

/** Wallets put a node's errors at different depths of their own. */
export function toWalletProblem(error: unknown): WalletProblem {
  if (error instanceof WalletProblem) return error;
  const layers = [...walk(error)];
  const codes = layers.map(({ code }) => code);
  const text = layers
    .map(({ message }) => message)
    .find((message) => typeof message === "string" && message !== "");
  const message = typeof text === "string" ? text.slice(0, LONGEST_TEXT) : "The wallet gave no reason";
  const make = (kind: WalletProblemKind, said = message) => new WalletProblem(kind, said, { cause: error });
  if (codes.includes(4001)) return make("rejected");
  if (codes.includes(-32_002)) return make("busy");
  if (codes.includes(4902)) return make("unknown-chain");
  const revert = findRevert(layers);
  if (revert !== undefined) return make("reverted", revert);
  return make(/insufficient funds|enough funds/i.test(message) ? "no-funds" : "failed");
}

type Layer = { code?: unknown; message?: unknown; data?: unknown };

function* walk(error: unknown, depth = 0): Generator<Layer> {
  if (typeof error !== "object" || error === null || depth > 4) return;
  yield error as Layer;
  for (const key of ["data", "error", "originalError", "cause"])
    yield* walk((error as Record<string, unknown>)[key], depth + 1);
}

function findRevert(layers: Layer[]): string | undefined {
  for (const { data, message } of layers) {
    const reason = isHex(data) ? decodeRevertReason(data) : undefined;
    if (reason !== undefined) return reason;
    if (typeof message !== "string") continue;
    // Some nodes give the reason in their message alone.
    const named = /reverted with reason string '(.{1,200}?)'|execution reverted: "?([^"]{1,200})/.exec(
      message,
    );
    if (named !== null) return named[1] ?? named[2];
  }
  return undefined;
}
