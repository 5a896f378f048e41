"use client";

import { type FormEvent, type ReactNode, useState } from "react";
import { AddressField, ReasonField } from "./action-fields.tsx";
import { ACTION_LABELS, ADDRESS_LABELS, toConsequences, toStatement } from "./action-words.ts";
import type { encodeAction } from "./encode-action.ts";
import type { Role, SignableEntry } from "./entry-roles.ts";
import { parseAction } from "./parse-action.ts";
import { AgreedRecord, EncodedCall, findCall } from "./signed-contents.tsx";
import type { Chosen, Way } from "./signing-state.ts";
import { Statement } from "./statement.tsx";
import { Buttons, MainButton, SideButton, Step } from "./step.tsx";
import { type Action, type ActionKind, isAgreeing, isNaming } from "./to-actions.ts";

type Props = {
  kind: ActionKind;
  entry: SignableEntry;
  roles: readonly Role[];
  way: Way;
  registry: string;
  onSign(chosen: Chosen<Action>): void;
  onBack(): void;
};

/** Everything that will be signed, before the wallet is asked for anything. */
export function Review({ kind, entry, roles, way, registry, onSign, onBack }: Props) {
  const [text, setText] = useState("");
  const [problem, setProblem] = useState("");

  const known = { entry, roles };
  const statement = toStatement(kind, known);
  const parsed = parseAction(kind, { text, entry });

  function onSubmit() {
    setProblem(parsed.ok ? "" : parsed.problem);
    if (parsed.ok) onSign({ action: parsed.action, way, statement });
  }

  return (
    <ReviewForm
      label={ACTION_LABELS[kind]}
      statement={statement}
      consequences={toConsequences(kind, known)}
      call={parsed.ok ? findCall(parsed.action, entry) : null}
      {...{ registry, way, onSubmit, onBack }}
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

type FormProps = Pick<Props, "way" | "registry" | "onBack"> & {
  label: string;
  statement: string;
  consequences: readonly string[];
  call: ReturnType<typeof encodeAction> | null;
  onSubmit(): void;
  /** What the statement is about, and what is typed for it. */
  children: ReactNode;
};

export function ReviewForm(props: FormProps) {
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
