"use client";

import { Hex } from "../../shared/hex.tsx";
import { ActionChoice } from "./action-choice.tsx";
import { type SignableEntry, toRoles } from "./entry-roles.ts";
import { Failed, Filed, Progress } from "./progress.tsx";
import { Review } from "./review.tsx";
import type { SigningState } from "./signing-state.ts";
import { Buttons, MainButton, Step } from "./step.tsx";
import type { RegisterOnChain, SigningControls } from "./use-signing.ts";

type Props = {
  state: Extract<SigningState, { step: "account" }>;
  controls: SigningControls;
  registry: RegisterOnChain;
  entry: SignableEntry;
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

function AccountStep({ state, controls, registry, entry }: Props) {
  const { account, signing } = state;
  const roles = toRoles({
    entry,
    account: account.address,
    isRegulator: account.standing === "regulator",
  });
  switch (signing?.stage) {
    case "preparing":
    case "wallet":
    case "sending":
    case "recording":
      return <Progress signing={signing} onStop={controls.stop} onLeave={controls.back} />;
    case "filed":
      return <Filed signing={signing} entry={entry} onDone={controls.back} />;
    case "failed": {
      const { chosen } = signing;
      return (
        <Failed
          key={chosen.way + signing.failure.title}
          signing={signing}
          onRetry={(way) => void controls.sign({ chosen: { ...chosen, way }, entry })}
          onBack={controls.back}
        />
      );
    }
  }
  if (account.chainId !== registry.identity.chainId)
    return <WrongChain {...{ account, controls, registry }} />;
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
  if (signing === null) return <ActionChoice entry={entry} roles={roles} onChoose={controls.choose} />;
  return (
    <Review
      kind={signing.kind}
      entry={entry}
      roles={roles}
      way={controls.relayerUrl === null ? "direct" : "relayer"}
      registry={registry.address}
      onSign={(chosen) => void controls.sign({ chosen, entry })}
      onBack={controls.back}
    />
  );
}

function WrongChain({
  account,
  controls,
  registry,
}: Pick<Props, "controls" | "registry"> & Pick<Props["state"], "account">) {
  return (
    <Step title="Your wallet is on another chain">
      <p className="text-muted">
        It is on the chain with the id {account.chainId}. The register is on {registry.name} (id{" "}
        {registry.identity.chainId}).
      </p>
      <Buttons>
        <MainButton onClick={() => void controls.switchChain()}>
          Switch the wallet to {registry.name}
        </MainButton>
      </Buttons>
    </Step>
  );
}

function OtherChain({ registry }: Pick<Props, "registry">) {
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
