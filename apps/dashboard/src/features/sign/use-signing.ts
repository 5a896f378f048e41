"use client";

import {
  createWalletSession,
  toAccounts,
  toWalletProblem,
  WalletProblem,
} from "@agent-registry/sdk/browser-wallet";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useReducer, useRef } from "react";
import { useServices } from "../../api/api-provider.tsx";
import { announce } from "../../shared/announce.ts";
import type { RegistryInfo } from "../../shared/links/use-registry.ts";
import { listen, type Wallet } from "../../wallet/provider.ts";
import { askStanding, switchChain } from "./ask-wallet.ts";
import { type Chosen, initialState, type Offer, reduceSigning } from "./signing-state.ts";
import { describe, fileAction, refreshSubject, type Subject } from "./subject.ts";
import { toFailure } from "./to-failure.ts";

export type RegisterOnChain = RegistryInfo & { identity: NonNullable<RegistryInfo["identity"]> };

type Run = {
  number: number;
  controller: AbortController | null;
  /** Once it is true, the action may be filed, whatever the page does. */
  isSigned: boolean;
};

export type SigningControls = ReturnType<typeof useSigning>;

/** The state of the panel, and what its buttons do. */
export function useSigning({ subject, registry }: { subject: Subject; registry: RegisterOnChain }) {
  const [state, dispatch] = useReducer(reduceSigning, initialState);
  const client = useQueryClient();
  const { apiUrl, relayerUrl } = useServices();
  const run = useRef<Run>({ number: 0, controller: null, isSigned: false });
  const account = state.step === "account" ? state.account : null;
  const { chainId, genesisHash } = registry.identity;
  const registryAddress = registry.address as `0x${string}`;

  useEffect(() => () => run.current.controller?.abort(), []);

  const provider = account?.wallet.provider;
  useEffect(() => {
    if (provider === undefined) return;
    // What is signed already runs on.
    const stop = () => run.current.isSigned || run.current.controller?.abort();
    const ends = [
      listen(provider, "accountsChanged", (accounts) => {
        stop();
        const [address] = toAccounts(accounts);
        if (address === undefined) dispatch({ type: "signed-out" });
        else dispatch({ type: "account-changed", address });
      }),
      listen(provider, "chainChanged", (changed) => {
        stop();
        dispatch({ type: "chain-changed", chainId: Number(changed) });
      }),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [provider]);

  const address = account?.address;
  const isOnChain = account?.chainId === chainId;
  useEffect(() => {
    if (provider === undefined || address === undefined || !isOnChain) return;
    const controller = new AbortController();
    const session = createWalletSession({ provider, account: address, chainId, signal: controller.signal });
    const register = { address: registryAddress, identity: { chainId, genesisHash } };
    askStanding(session, register)
      .catch(() => "unreachable" as const)
      .then((standing) => {
        if (!controller.signal.aborted) dispatch({ type: "standing-known", address, standing });
      });
    return () => controller.abort();
  }, [provider, address, isOnChain, chainId, genesisHash, registryAddress]);

  async function connect(wallet: Wallet) {
    dispatch({ type: "wallet-chosen", wallet });
    const fail = (problem: string) => dispatch({ type: "connecting-failed", wallet, problem });
    try {
      const [first] = toAccounts(await wallet.provider.request({ method: "eth_requestAccounts" }));
      if (first === undefined) return fail("The wallet names no account.");
      const onChain = Number(await wallet.provider.request({ method: "eth_chainId" }));
      dispatch({ type: "connected", wallet, address: first, chainId: onChain });
      // What is agreed to must not be minutes old.
      const { signal } = new AbortController();
      await refreshSubject(subject, { client, apiUrl, signal }).catch(() => {});
    } catch (error) {
      fail(CONNECT_PROBLEMS[toWalletProblem(error).kind] ?? CANNOT_CONNECT);
    }
  }

  async function sign(chosen: Chosen) {
    const { offer, typed, way, description } = chosen;
    if (account === null) return;
    run.current.controller?.abort();
    const controller = new AbortController();
    const current: Run = { number: run.current.number + 1, controller, isSigned: false };
    run.current = current;
    const { number } = current;
    const { signal } = controller;
    const session = createWalletSession({
      provider: account.wallet.provider,
      account: account.address,
      chainId,
      signal,
    });
    dispatch({ type: "started", run: number, chosen });
    try {
      const sending = {
        session,
        apiUrl,
        registry: registryAddress,
        relayerUrl: way === "relayer" ? relayerUrl : null,
        onStage: (stage: "wallet" | "sending" | "recording") => {
          current.isSigned = stage !== "wallet";
          dispatch({ type: "advanced", run: number, stage });
        },
      };
      const acting = { account: account.address, isRegulator: account.standing === "regulator" };
      const { data } = describe(subject, offer, acting).encode(typed);
      const { transactionHash } = await fileAction(subject, { offer, data, sending, client });
      dispatch({ type: "filed", run: number, transactionHash });
      announce(description.outcome);
    } catch (error) {
      const problem = signal.aborted ? new WalletProblem("stopped", "It was stopped") : error;
      dispatch({ type: "failed", run: number, failure: toFailure(problem) });
      await refreshSubject(subject, { client, apiUrl, signal }).catch(() => {});
    } finally {
      current.isSigned = false;
    }
  }

  return {
    state,
    relayerUrl,
    connect,
    sign,
    leave: () => {
      run.current.controller?.abort();
      dispatch({ type: "left", problem: run.current.isSigned ? MAY_BE_FILED : null });
      run.current.isSigned = false;
    },
    choose: (offer: Offer) => dispatch({ type: "action-chosen", ...offer }),
    back: () => {
      run.current.controller?.abort();
      dispatch({ type: "action-left", ...(run.current.isSigned ? { notice: MAY_BE_FILED } : {}) });
      run.current.isSigned = false;
    },
    /** Stops waiting for the wallet. */
    stop: () => run.current.controller?.abort(),
    async switchChain() {
      if (account === null) return;
      const notice = await switchChain(account.wallet.provider, { chainId, chain: registry });
      dispatch({ type: "noticed", notice });
      // Not every wallet announces the change.
      const now = await account.wallet.provider
        .request({ method: "eth_chainId" })
        .catch(() => account.chainId);
      dispatch({ type: "chain-changed", chainId: Number(now) });
    },
  };
}

const MAY_BE_FILED = "It was sent, and may be filed any moment: this page shows it then.";
const CANNOT_CONNECT = "The wallet did not sign in. Open it, and try again.";
const CONNECT_PROBLEMS: Partial<Record<string, string>> = {
  rejected: "You refused in the wallet. You can try again.",
  busy: "The wallet waits for an answer already: open it.",
};
