"use client";

import type { ReactNode } from "react";
import { useRegistryState } from "../../shared/use-registry.ts";
import { AccountPanel } from "./account-panel.tsx";
import type { AnyAction, AtAccount } from "./signing-state.ts";
import { Buttons, SideButton, Step } from "./step.tsx";
import type { Subject } from "./subject.ts";
import { type RegisterOnChain, type SigningControls, useSigning } from "./use-signing.ts";
import { WalletChoice } from "./wallet-choice.tsx";

/** An account that the register knows, and that signs nothing at the moment. */
export type Acting<A extends AnyAction> = Pick<AtAccount<A>, "account" | "signing"> & {
  controls: SigningControls<A>;
  registry: RegisterOnChain;
};

type Props<A extends AnyAction> = {
  /** Null while it is read, undefined if it cannot be read. */
  subject: Subject<A> | null | undefined;
  reading: string;
  /** What the account can do. */
  children(acting: Acting<A>): ReactNode;
};

/** From the choice of a wallet to the filing; the pages differ in what is acted on. */
export function SigningPanel<A extends AnyAction>({ subject, reading, children }: Props<A>) {
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
        {reading}
      </p>
    );
  return (
    <KnownPanel registry={registry as RegisterOnChain} subject={subject}>
      {children}
    </KnownPanel>
  );
}

type KnownProps<A extends AnyAction> = Pick<Props<A>, "children"> & {
  subject: Subject<A>;
  registry: RegisterOnChain;
};

function KnownPanel<A extends AnyAction>({ registry, subject, children }: KnownProps<A>) {
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
      return (
        <AccountPanel state={state} controls={controls} registry={registry} toOutcome={subject.toOutcome}>
          {children}
        </AccountPanel>
      );
  }
}
