"use client";

import { MAX_REASON_BYTES } from "@agent-registry/protocol/limits";
import { type FormEvent, useId, useState } from "react";
import { countBytes, type Field } from "./description.ts";
import type { Acting } from "./roles.ts";
import { AgreedRecord, CallAsShown, SignedCertificate } from "./signed-contents.tsx";
import type { Chosen, Offer, Way } from "./signing-state.ts";
import { Buttons, MainButton, SideButton, Statement, Step } from "./step.tsx";
import { describe, type Subject } from "./subject.ts";

type Props = Acting & {
  subject: Subject;
  offer: Offer;
  way: Way;
  registry: string;
  onSign(chosen: Chosen): void;
  onBack(): void;
};

const NOTHING_TYPED = { ok: true, typed: "" } as const;

/** Everything that will be signed, before the wallet is asked for anything. */
export function Review({ subject, offer, way, registry, onSign, onBack, ...acting }: Props) {
  const [text, setText] = useState("");
  const [problem, setProblem] = useState("");
  const description = describe(subject, offer, acting);
  const { label, field, isAgreeing, statement, consequences, encode } = description;
  const parsed = field?.parse(text) ?? NOTHING_TYPED;

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setProblem(parsed.ok ? "" : parsed.problem);
    if (parsed.ok) onSign({ offer, typed: parsed.typed, way, description });
  }

  return (
    <Step title={`${label}: what you sign`}>
      <form onSubmit={submit} noValidate className="grid gap-3">
        <Statement>{statement}</Statement>
        {isAgreeing && subject.of === "entry" ? <AgreedRecord entry={subject.entry} /> : null}
        {"certificate" in offer ? <SignedCertificate certificate={offer.certificate} /> : null}
        {field === null ? null : (
          <TypedField field={field} value={text} problem={problem} onChange={setText} />
        )}
        <ul className="grid list-disc gap-1 pl-5 text-sm">
          {consequences.map((consequence) => (
            <li key={consequence}>{consequence}</li>
          ))}
        </ul>
        {parsed.ok ? <CallAsShown encode={() => encode(parsed.typed)} registry={registry} /> : null}
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

type FieldProps = { field: Field; value: string; problem: string; onChange(value: string): void };

/** The contract bounds a reason by its bytes. */
function TypedField({ field: { of, label }, value, problem, onChange }: FieldProps) {
  const id = useId();
  const isReason = of === "reason";
  const bytes = countBytes(value.trim());
  const isTooLong = isReason && bytes > MAX_REASON_BYTES;
  const border = problem === "" ? "border-line-strong" : "border-red";
  const common = {
    id,
    value,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
    "aria-invalid": problem !== "" || isTooLong,
  };
  return (
    <div>
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      {isReason ? (
        <textarea
          {...common}
          rows={3}
          aria-describedby={`${id}-hint ${id}-problem`}
          className={`mt-1.5 block w-full rounded-[10px] border bg-surface px-3 py-2 ${border}`}
        />
      ) : (
        <input
          {...common}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          aria-describedby={`${id}-problem`}
          className={`mt-1.5 h-11 w-full min-w-0 rounded-[10px] border bg-surface px-3 font-mono text-xs ${border}`}
        />
      )}
      {isReason ? (
        <p id={`${id}-hint`} className={`mt-1 text-xs ${isTooLong ? "text-red" : "text-muted"}`}>
          {bytes} of {MAX_REASON_BYTES} bytes. It is public for good.
        </p>
      ) : null}
      <p id={`${id}-problem`} role="alert" className="text-sm text-red">
        {problem}
      </p>
    </div>
  );
}
