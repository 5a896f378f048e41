"use client";

import { useRegistryState } from "../../shared/use-registry.ts";
import { AccountPanel } from "./account-panel.tsx";
import type { SignableEntry } from "./entry-roles.ts";
import { Buttons, SideButton, Step } from "./step.tsx";
import { useSignableEntry } from "./use-signable-entry.ts";
import { type RegisterOnChain, useSigning } from "./use-signing.ts";
import { WalletChoice } from "./wallet-choice.tsx";

/** Acting on an entry with a wallet of this browser. Loaded when the visitor opens it. */
export default function SignPanel(shown: Parameters<typeof useSignableEntry>[0]) {
  const { registry, hasFailed } = useRegistryState();
  const entry = useSignableEntry(shown);
  const hasNoChain = hasFailed || (registry !== null && registry.identity === undefined);
  if (hasNoChain || entry === undefined)
    return (
      <Step title="Not possible at the moment">
        <p className="text-muted">
          The register does not say which chain it is on, or what the parties have said. Try again later, or
          use the command line.
        </p>
      </Step>
    );
  if (registry === null || entry === null)
    return (
      <p role="status" className="text-muted">
        Reading the entry
      </p>
    );
  return <KnownPanel registry={registry as RegisterOnChain} entry={entry} />;
}

function KnownPanel({ registry, entry }: { registry: RegisterOnChain; entry: SignableEntry }) {
  const controls = useSigning({ id: String(entry.agent.agentId), registry });
  const { state } = controls;
  switch (state.step) {
    case "wallets":
      return <WalletChoice problem={state.problem} onChoose={(wallet) => void controls.connect(wallet)} />;
    case "connecting":
      return (
        <Step title="Waiting for your wallet">
          <p role="status" className="text-muted">
            Choose in the wallet which account this page may know.
          </p>
          <Buttons>
            <SideButton onClick={controls.leave}>Cancel</SideButton>
          </Buttons>
        </Step>
      );
    case "account":
      return <AccountPanel state={state} controls={controls} registry={registry} entry={entry} />;
  }
}
