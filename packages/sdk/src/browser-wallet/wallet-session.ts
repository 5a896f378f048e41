import { checksumAddress, isAddressShaped } from "@agent-registry/protocol/checksum-address";
import { toWalletProblem, WalletProblem } from "./wallet-problem.ts";

/** A wallet's interface to pages, as EIP-1193 has it. */
export type Provider = {
  request(call: { method: string; params?: unknown }): Promise<unknown>;
  on?(event: string, listener: (value: unknown) => void): unknown;
  removeListener?(event: string, listener: (value: unknown) => void): unknown;
};

/** The accounts that a wallet names, checksummed. */
export function toAccounts(answer: unknown): string[] {
  if (!Array.isArray(answer)) return [];
  return answer.filter(isAddressShaped).map(checksumAddress);
}

export type WalletSession = ReturnType<typeof createWalletSession>;

/** One wallet for one action of one account on one chain. Nothing it answers counts once the signal is given. */
export function createWalletSession({
  provider,
  account,
  chainId,
  signal,
}: {
  provider: Provider;
  account: string;
  chainId: number;
  signal: AbortSignal;
}) {
  /** A wallet may never answer, so that waiting for it ends with the signal. */
  async function ask(method: string, params: unknown[] = []): Promise<unknown> {
    const stopped = Promise.withResolvers<never>();
    const stop = () => stopped.reject(new WalletProblem("stopped", "It was stopped"));
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    try {
      return await Promise.race([stopped.promise, provider.request({ method, params })]);
    } catch (error) {
      throw toWalletProblem(error);
    } finally {
      signal.removeEventListener("abort", stop);
    }
  }

  /**
   * Asks for a signature or a transaction. Right before that, the wallet must still act for this account and
   * on this chain: not every wallet announces to the page that its person changed them.
   */
  async function askToSign(method: string, params: unknown[]): Promise<`0x${string}`> {
    const [current] = toAccounts(await ask("eth_accounts"));
    if (current?.toLowerCase() !== account.toLowerCase())
      throw new WalletProblem("changed", "The wallet’s account changed");
    if (Number(await ask("eth_chainId")) !== chainId)
      throw new WalletProblem("changed", "The wallet’s chain changed");
    return toHex(await ask(method, params));
  }

  return { account: account as `0x${string}`, chainId, signal, ask, askToSign };
}

function toHex(answer: unknown): `0x${string}` {
  if (typeof answer === "string" && /^0x[0-9a-fA-F]+$/.test(answer)) return answer as `0x${string}`;
  throw new WalletProblem("failed", "The wallet’s answer cannot be read");
}
