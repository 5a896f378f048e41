"use client";

import { Hex } from "../../shared/links/hex.tsx";
import { ActionChoice } from "./action-choice.tsx";
import { Failed, Filed, Progress } from "./progress.tsx";
import { Review } from "./review.tsx";
import type { Account, AtAccount } from "./signing-state.ts";
import { Buttons, MainButton, Step } from "./step.tsx";
import { type Subject, toSubjectOutcome } from "./subject.ts";
import type { RegisterOnChain, SigningControls } from "./use-signing.ts";

type Props = {
  state: AtAccount;
  controls: SigningControls;
  registry: RegisterOnChain;
  subject: Subject;
};

/** Everything after signing in: the account on top, below it what it does. */
export function AccountPanel(props: Props) {
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

function AccountStep({ state, controls, registry, subject }: Props) {
  const { account, signing } = state;
  switch (signing?.stage) {
    case "preparing":
    case "wallet":
    case "sending":
    case "recording":
      return <Progress signing={signing} onStop={controls.stop} onLeave={controls.back} />;
    case "filed":
      return (
        <Filed
          signing={signing}
          outcome={toSubjectOutcome(subject, signing.chosen.action)}
          onDone={controls.back}
        />
      );
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
