"use client";

import { type FormEvent, useId, useState } from "react";
import { parseWallet } from "../../shared/links/parse-wallet.ts";

type Props = { initial?: string; onCheck(wallet: string): void };

/** The wallet input; it explains what is wrong with a wallet before anything is sent. */
export function KyaForm({ initial = "", onCheck }: Props) {
  const [value, setValue] = useState(initial);
  const [problem, setProblem] = useState(() => findProblem(initial));
  const [shown, setShown] = useState(initial);
  const id = useId();

  // The back button brings the earlier wallet back. The form stays the same one, with the focus in it.
  if (shown !== initial) {
    setShown(initial);
    setValue(initial);
    setProblem(findProblem(initial));
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const parsed = parseWallet(value);
    setProblem(parsed.ok ? null : parsed.problem);
    if (parsed.ok) onCheck(parsed.wallet);
    else document.getElementById(id)?.focus();
  }

  return (
    <form action="/kya" onSubmit={onSubmit} noValidate className="max-w-[42.5rem] print:hidden">
      <label htmlFor={id} className="sr-only">
        Wallet of the agent
      </label>
      <div className="flex gap-2.5">
        <input
          id={id}
          name="wallet"
          value={value}
          onChange={(event) => {
            setValue(event.target.value);
            setProblem(null);
          }}
          placeholder="0x… wallet of the agent you are about to serve"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          aria-invalid={problem !== null}
          aria-describedby={`${id}-problem`}
          className={`h-12 w-full min-w-0 rounded-[10px] border bg-surface px-4 placeholder:font-sans placeholder:text-muted ${
            value === "" ? "" : "font-mono text-sm"
          } ${problem === null ? "border-line" : "border-red"}`}
        />
        <button
          type="submit"
          className="h-12 shrink-0 rounded-[10px] bg-ink px-5 font-medium text-paper hover:opacity-90"
        >
          Check
        </button>
      </div>
      <p id={`${id}-problem`} role="alert" className="min-h-6 pt-1.5 text-sm text-red">
        {problem}
      </p>
    </form>
  );
}

function findProblem(initial: string): string | null {
  if (initial === "") return null;
  const parsed = parseWallet(initial);
  return parsed.ok ? null : parsed.problem;
}
