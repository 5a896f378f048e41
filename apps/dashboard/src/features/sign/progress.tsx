"use client";

import { TransactionLink } from "../../shared/links/outer-links.tsx";
import { UntrustedText } from "../../shared/text/untrusted-text.tsx";
import type { Chosen, Signing, Way } from "./signing-state.ts";
import { Buttons, MainButton, SideButton, Statement, Step } from "./step.tsx";

type Running = Extract<Signing, { run: number }>;

const TITLES: Record<Running["stage"], string> = {
  preparing: "Asking the register",
  wallet: "Waiting for your wallet",
  sending: "Sending",
  recording: "Waiting for the register",
};

const TEXTS: Record<Running["stage"], Record<Way, string>> = {
  preparing: {
    relayer: "Whether it takes this, and whether the relayer is the right one.",
    direct: "Whether it takes this.",
  },
  wallet: {
    relayer: "Read in the wallet what it asks, and sign there.",
    direct: "Read in the wallet what it asks, and confirm the transaction there.",
  },
  sending: {
    relayer: "It is signed. The relayer sends it and waits until it is in a block.",
    direct: "It is sent.",
  },
  recording: {
    relayer: "It is in a block. The page waits until the filing is in the register.",
    direct:
      "The transaction is sent. The page waits until the filing is in the register; that takes a block or two.",
  },
};

type ProgressProps = { signing: Running; onStop(): void; onLeave(): void };

/** How far an action has come. */
export function Progress({ signing: { stage, chosen }, onStop, onLeave }: ProgressProps) {
  return (
    <Step title={chosen.description.label}>
      <SignedStatement chosen={chosen} />
      <div role="status" data-stage={stage}>
        <p className="font-medium">{TITLES[stage]}</p>
        <p className="text-sm text-muted">{TEXTS[stage][chosen.way]}</p>
      </div>
      {stage === "sending" ? null : (
        <Buttons>
          {stage === "recording" ? (
            <SideButton onClick={onLeave}>Stop waiting</SideButton>
          ) : (
            <SideButton onClick={onStop}>Cancel</SideButton>
          )}
        </Buttons>
      )}
    </Step>
  );
}

type FiledProps = { signing: Extract<Signing, { stage: "filed" }>; onDone(): void };

export function Filed({ signing: { chosen, transactionHash }, onDone }: FiledProps) {
  return (
    <Step title="Filed">
      <div data-stage="filed" className="grid gap-1">
        <p className="text-green">{chosen.description.outcome}</p>
        <p className="flex flex-wrap items-center gap-x-1.5 text-sm text-muted">
          {chosen.way === "relayer" ? "The relayer paid for the transaction" : "You paid for the transaction"}{" "}
          {transactionHash === null ? null : <TransactionLink hash={transactionHash} />}
        </p>
      </div>
      <Buttons>
        <SideButton onClick={onDone}>Done</SideButton>
      </Buttons>
    </Step>
  );
}

type FailedProps = {
  signing: Extract<Signing, { stage: "failed" }>;
  onRetry(way: Way): void;
  onBack(): void;
};

export function Failed({ signing: { chosen, failure }, onRetry, onBack }: FailedProps) {
  return (
    <Step title={failure.title}>
      <SignedStatement chosen={chosen} />
      <div role="alert" data-stage="failed" className="grid gap-1">
        {failure.said === null ? null : (
          <p className="font-mono text-xs">
            <UntrustedText>{failure.said}</UntrustedText>
          </p>
        )}
        <p className={failure.isCalm ? "text-muted" : ""}>{failure.text}</p>
      </div>
      <Buttons>
        <MainButton onClick={() => onRetry(chosen.way)}>Try again</MainButton>
        {failure.canSendDirectly ? (
          <SideButton onClick={() => onRetry("direct")}>Send it myself and pay the gas</SideButton>
        ) : null}
        <SideButton onClick={onBack}>Back</SideButton>
      </Buttons>
    </Step>
  );
}

/** The sentence, with what was typed for it. */
function SignedStatement({ chosen: { description, typed } }: { chosen: Chosen }) {
  const { statement, field } = description;
  return (
    <Statement>
      {statement}
      {field?.of === "reason" ? (
        <p className="mt-1 font-sans text-sm">
          Reason: <UntrustedText>{typed}</UntrustedText>
        </p>
      ) : null}
      {field?.of === "address" ? (
        <p className="mt-1 font-mono text-xs [overflow-wrap:anywhere]">{typed}</p>
      ) : null}
    </Statement>
  );
}
