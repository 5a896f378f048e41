"use client";

import { MAX_REASON_BYTES } from "@agent-registry/protocol/limits";
import { useId } from "react";
import { countBytes } from "./parse-action.ts";

type FieldProps = { value: string; problem: string; onChange(value: string): void };

/** The contract bounds a reason by its bytes. */
export function ReasonField({ value, problem, onChange }: FieldProps) {
  const id = useId();
  const bytes = countBytes(value.trim());
  return (
    <div>
      <label htmlFor={id} className="font-medium">
        Reason
      </label>
      <textarea
        id={id}
        rows={3}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={problem !== "" || bytes > MAX_REASON_BYTES}
        aria-describedby={`${id}-hint ${id}-problem`}
        className={`mt-1.5 block w-full rounded-[10px] border bg-surface px-3 py-2 ${problem === "" ? "border-line-strong" : "border-red"}`}
      />
      <p id={`${id}-hint`} className={`mt-1 text-xs ${bytes > MAX_REASON_BYTES ? "text-red" : "text-muted"}`}>
        {bytes} of {MAX_REASON_BYTES} bytes. It is public for good.
      </p>
      <Problem id={`${id}-problem`}>{problem}</Problem>
    </div>
  );
}

export function AddressField({ label, value, problem, onChange }: FieldProps & { label: string }) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <input
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        aria-invalid={problem !== ""}
        aria-describedby={`${id}-problem`}
        className={`mt-1.5 h-11 w-full min-w-0 rounded-[10px] border bg-surface px-3 font-mono text-xs ${problem === "" ? "border-line-strong" : "border-red"}`}
      />
      <Problem id={`${id}-problem`}>{problem}</Problem>
    </div>
  );
}

function Problem({ id, children }: { id: string; children: string }) {
  return (
    <p id={id} role="alert" className="text-sm text-red">
      {children}
    </p>
  );
}
