"use client";

import { useRegistryState } from "../../shared/links/use-registry.ts";
import { AccountPanel } from "./account-panel.tsx";
import { Buttons, SideButton, Step } from "./step.tsx";
import type { Subject } from "./subject.ts";
import { type RegisterOnChain, useSigning } from "./use-signing.ts";
import { type Shown, useSubject } from "./use-subject.ts";
import { WalletChoice } from "./wallet-choice.tsx";

const READING = { entry: "Reading the entry", person: "Reading the certificates" };

/** Acting with a wallet of this browser, from its choice to the filing. Loaded when the visitor opens it. */
export default function SigningPanel(shown: Shown) {
  const subject = useSubject(shown);
  const { registry, hasFailed } = useRegistryState();
  const hasNoChain = hasFailed || (registry !== null && registry.identity === undefined);
  if (hasNoChain || subject === undefined)
    return (
      <Step title="Not possible at the moment">
        <p className="text-muted">
          The register does not say which chain it is on, or what the parties have said. Try again later, or
          use the command line.
        </p>
      </Step>
    );
  if (registry === null || subject === null)
    return (
      <p role="status" className="text-muted">
        {READING[shown.of]}
      </p>
    );
  return <KnownPanel registry={registry as RegisterOnChain} subject={subject} />;
}

function KnownPanel({ registry, subject }: { registry: RegisterOnChain; subject: Subject }) {
  const controls = useSigning({ subject, registry });
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
      return <AccountPanel {...{ state, controls, registry, subject }} />;
  }
}
