"use client";

import { type FormEvent, type ReactNode, useState } from "react";
import { AddressField, ReasonField } from "./action-fields.tsx";
import { ACTION_LABELS, ADDRESS_LABELS, toConsequences, toStatement } from "./action-words.ts";
import type { EncodedAction } from "./encode-action.ts";
import { type ActionKind, isAgreeing, isNaming, type SignableEntry, toRoles } from "./entry-actions.ts";
import { parseAction } from "./parse-action.ts";
import {
  encodePersonAction,
  type PersonAction,
  toPersonConsequences,
  toPersonStatement,
} from "./person-actions.ts";
import { AgreedRecord, EncodedCall, findCall, SignedCertificate } from "./signed-contents.tsx";
import type { Chosen, Offer, Way } from "./signing-state.ts";
import { Buttons, MainButton, SideButton, Statement, Step } from "./step.tsx";
import type { Subject } from "./subject.ts";

type Common = { way: Way; registry: string; onSign(chosen: Chosen): void; onBack(): void };
type Acting = { account: string; isRegulator: boolean };
type Props = Common & Acting & { subject: Subject; offer: Offer };

/** Everything that will be signed, before the wallet is asked for anything. */
export function Review({ subject, offer, ...rest }: Props) {
  if ("certificate" in offer) return <PersonReview action={offer} {...rest} />;
  return subject.of === "entry" ? <EntryReview kind={offer.kind} entry={subject.entry} {...rest} /> : null;
}

type EntryProps = Common & Acting & { kind: ActionKind; entry: SignableEntry };

function EntryReview({ kind, entry, account, isRegulator, onSign, ...common }: EntryProps) {
  const [text, setText] = useState("");
  const [problem, setProblem] = useState("");

  const known = { entry, roles: toRoles({ entry, account, isRegulator }) };
  const statement = toStatement(kind, known);
  const parsed = parseAction(kind, { text, entry });

  function onSubmit() {
    setProblem(parsed.ok ? "" : parsed.problem);
    if (parsed.ok) onSign({ action: parsed.action, way: common.way, statement });
  }

  return (
    <ReviewForm
      {...common}
      label={ACTION_LABELS[kind]}
      statement={statement}
      consequences={toConsequences(kind, known)}
      call={parsed.ok ? findCall(parsed.action, entry) : null}
      onSubmit={onSubmit}
    >
      {isAgreeing(kind) ? <AgreedRecord entry={entry} /> : null}
      {isNaming(kind) ? (
        <AddressField label={ADDRESS_LABELS[kind]} value={text} problem={problem} onChange={setText} />
      ) : kind === "suspend" || kind === "revoke" ? (
        <ReasonField value={text} problem={problem} onChange={setText} />
      ) : null}
    </ReviewForm>
  );
}

function PersonReview({ action, onSign, ...common }: Common & { action: PersonAction }) {
  const statement = toPersonStatement(action);
  return (
    <ReviewForm
      {...common}
      label={ACTION_LABELS[action.kind]}
      statement={statement}
      consequences={toPersonConsequences(action)}
      call={encodePersonAction(action)}
      onSubmit={() => onSign({ action, way: common.way, statement })}
    >
      <SignedCertificate certificate={action.certificate} />
    </ReviewForm>
  );
}

type FormProps = Omit<Common, "onSign"> & {
  label: string;
  statement: string;
  consequences: readonly string[];
  call: EncodedAction | null;
  onSubmit(): void;
  /** What the statement is about, and what is typed for it. */
  children: ReactNode;
};

function ReviewForm(props: FormProps) {
  const { label, statement, consequences, call, registry, way, onSubmit, onBack, children } = props;
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    onSubmit();
  }
  return (
    <Step title={`${label}: what you sign`}>
      <form onSubmit={submit} noValidate className="grid gap-3">
        <Statement>{statement}</Statement>
        {children}
        <ul className="grid list-disc gap-1 pl-5 text-sm">
          {consequences.map((consequence) => (
            <li key={consequence}>{consequence}</li>
          ))}
        </ul>
        <EncodedCall call={call} registry={registry} />
        <p className="text-sm text-muted">{PAID[way]}</p>
        <Buttons>
          <MainButton type="submit">{way === "relayer" ? "Sign" : "Send the transaction"}</MainButton>
          <SideButton onClick={onBack}>Back</SideButton>
        </Buttons>
      </form>
    </Step>
  );
}

const PAID: Record<Way, string> = {
  relayer: "The wallet opens for your signature. It costs nothing: the relayer pays for the transaction.",
  direct: "The wallet opens for a transaction. You pay for its gas, with ether of this chain.",
};
