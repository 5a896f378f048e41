"use client";

import { toVisibleText } from "@agent-registry/protocol/visible-text";
import { useEffect, useState } from "react";
import { Hex } from "../../shared/links/hex.tsx";
import { useRegistryState } from "../../shared/links/use-registry.ts";
import type { Wallet } from "../../wallet/provider.ts";
import { watchWallets } from "../../wallet/watch-wallets.ts";
import { ActionChoice } from "./action-choice.tsx";
import { Failed, Filed, Progress } from "./progress.tsx";
import { Review } from "./review.tsx";
import type { Account, AtAccount } from "./signing-state.ts";
import { Buttons, MainButton, SideButton, Step } from "./step.tsx";
import { type Shown, type Subject, useSubject } from "./subject.ts";
import { type RegisterOnChain, type SigningControls, useSigning } from "./use-signing.ts";

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

type AccountProps = {
  state: AtAccount;
  controls: SigningControls;
  registry: RegisterOnChain;
  subject: Subject;
};

/** Everything after signing in: the account on top, below it what it does. */
function AccountPanel(props: AccountProps) {
  const { state, controls } = props;
  const { account, notice } = state;
  return (
    <div className="grid gap-4">
      <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm text-muted">
        <span>
          Signed in as <Hex value={account.address} label="your account" />
        </span>
        <button type="button" onClick={controls.leave} className="link">
          Sign out
        </button>
      </p>
      {notice === null ? null : (
        <p role="alert" className="rounded-[10px] bg-yellow-soft px-3 py-2 text-sm text-yellow">
          {notice}
        </p>
      )}
      <AccountStep {...props} />
    </div>
  );
}

function AccountStep({ state, controls, registry, subject }: AccountProps) {
  const { account, signing } = state;
  switch (signing?.stage) {
    case "preparing":
    case "wallet":
    case "sending":
    case "recording":
      return <Progress signing={signing} onStop={controls.stop} onLeave={controls.back} />;
    case "filed":
      return <Filed signing={signing} onDone={controls.back} />;
    case "failed": {
      const { chosen } = signing;
      return (
        <Failed
          key={chosen.way + signing.failure.title}
          signing={signing}
          onRetry={(way) => void controls.sign({ ...chosen, way })}
          onBack={controls.back}
        />
      );
    }
  }
  if (account.chainId !== registry.identity.chainId)
    return <WrongChain {...{ account, registry }} onSwitch={() => void controls.switchChain()} />;
  if (account.standing === "other-chain") return <OtherChain registry={registry} />;
  if (account.standing === "unreachable")
    return (
      <Step title="Your wallet’s node does not answer">
        <p className="text-muted">
          It must say which chain it serves before anything is signed. Check your connection, sign out here,
          and sign in again.
        </p>
      </Step>
    );
  if (account.standing === "unknown")
    return (
      <p role="status" className="text-muted">
        Asking the register what this account may do
      </p>
    );
  const acting = { subject, account: account.address, isRegulator: account.standing === "regulator" };
  if (signing === null) return <ActionChoice {...acting} onChoose={controls.choose} />;
  return (
    <Review
      {...acting}
      offer={signing.offer}
      way={controls.relayerUrl === null ? "direct" : "relayer"}
      registry={registry.address}
      onSign={(chosen) => void controls.sign(chosen)}
      onBack={controls.back}
    />
  );
}

type ChainProps = { account: Account; registry: RegisterOnChain; onSwitch(): void };

function WrongChain({ account, registry, onSwitch }: ChainProps) {
  return (
    <Step title="Your wallet is on another chain">
      <p className="text-muted">
        It is on the chain with the id {account.chainId}. The register is on {registry.name} (id{" "}
        {registry.identity.chainId}).
      </p>
      <Buttons>
        <MainButton onClick={onSwitch}>Switch the wallet to {registry.name}</MainButton>
      </Buttons>
    </Step>
  );
}

function OtherChain({ registry }: Pick<ChainProps, "registry">) {
  return (
    <Step title="Your wallet’s node serves another chain">
      <p className="text-muted">
        It has the same id as the register’s ({registry.identity.chainId}), but the register’s contract{" "}
        <Hex value={registry.address} label="the contract" /> is not on it. Change the node’s address in the
        wallet’s settings of this network, and sign in again.
      </p>
    </Step>
  );
}

type WalletProps = { problem: string | null; onChoose(wallet: Wallet): void };

/** The wallets that this browser has. */
function WalletChoice({ problem, onChoose }: WalletProps) {
  const [wallets, setWallets] = useState<Wallet[] | null>(null);
  useEffect(() => watchWallets({ target: window, onWallets: setWallets }), []);

  if (wallets?.length === 0)
    return (
      <Step title="No wallet in this browser">
        <p className="text-muted">
          A wallet is an extension of the browser that holds your key. Install one and load this page again,
          or use the command line.
        </p>
      </Step>
    );
  return (
    <Step title="Which wallet?">
      {problem === null ? null : <p role="alert">{problem}</p>}
      {wallets === null ? (
        <p role="status" className="text-muted">
          Looking for wallets
        </p>
      ) : (
        <ul className="grid gap-2">
          {wallets.map((wallet) => (
            <li key={wallet.id}>
              <button
                type="button"
                onClick={() => onChoose(wallet)}
                className="flex min-h-11 w-full min-w-0 items-center gap-3 rounded-[10px] border border-line px-3 py-2 text-left hover:bg-soft"
              >
                {wallet.icon === null ? null : (
                  // biome-ignore lint/performance/noImgElement: its bytes are here already
                  <img src={wallet.icon} alt="" width={24} height={24} className="size-6 shrink-0" />
                )}
                <bdi className="[overflow-wrap:anywhere]">{toVisibleText(wallet.name)}</bdi>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Step>
  );
}
