import { toFields } from "@agent-registry/protocol/exact-json";
import type { Provider } from "@agent-registry/sdk/browser-wallet";
import type { Wallet } from "./provider.ts";

const REQUEST = "eip6963:requestProvider";
const ANNOUNCE = "eip6963:announceProvider";

/** Wallets announce themselves at once, unless their extension is still starting. */
const PATIENCE_MS = 500;
const MOST_WALLETS = 20;
const LONGEST_NAME = 60;
const LONGEST_ICON = 200_000;
const ICON = /^data:image\/(?:png|jpeg|gif|webp|svg\+xml)[;,]/i;

/**
 * Asks the wallets of this browser to announce themselves (EIP-6963), and calls `onWallets` with all that
 * did, each time another one does. If none does within `PATIENCE_MS`, it gets the one that older extensions
 * leave in `window.ethereum`, or an empty list. The returned function ends it.
 */
export function watchWallets({
  target,
  onWallets,
}: {
  target: EventTarget & { ethereum?: unknown };
  onWallets(wallets: Wallet[]): void;
}): () => void {
  const wallets = new Map<string, Wallet>();

  function onAnnounce(event: Event): void {
    const wallet = parseAnnouncement((event as CustomEvent<unknown>).detail);
    if (wallet === null || (wallets.size >= MOST_WALLETS && !wallets.has(wallet.id))) return;
    wallets.set(wallet.id, wallet);
    onWallets([...wallets.values()]);
  }

  const timer = setTimeout(() => {
    if (wallets.size > 0) return;
    onWallets(isProvider(target.ethereum) ? [{ ...UNNAMED, provider: target.ethereum }] : []);
  }, PATIENCE_MS);
  target.addEventListener(ANNOUNCE, onAnnounce);
  target.dispatchEvent(new Event(REQUEST));
  return () => {
    clearTimeout(timer);
    target.removeEventListener(ANNOUNCE, onAnnounce);
  };
}

const UNNAMED = { id: "window.ethereum", name: "The browser’s wallet", icon: null };

/** What a wallet says of itself; null if it is not an announcement. Anything in the page may send one. */
export function parseAnnouncement(detail: unknown): Wallet | null {
  const { info, provider } = toFields(detail);
  const { uuid, name, icon } = toFields(info);
  if (typeof uuid !== "string" || uuid === "" || uuid.length > 100 || !isProvider(provider)) return null;
  const shown = typeof name === "string" ? name.trim().slice(0, LONGEST_NAME) : "";
  const isShowable = typeof icon === "string" && icon.length <= LONGEST_ICON && ICON.test(icon);
  return {
    id: uuid,
    name: shown === "" ? "A wallet without a name" : shown,
    icon: isShowable ? icon : null,
    provider,
  };
}

function isProvider(value: unknown): value is Provider {
  return typeof toFields(value).request === "function";
}
