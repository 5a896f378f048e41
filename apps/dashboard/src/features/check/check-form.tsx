"use client";

import { type FormEvent, useId, useState } from "react";
import { parseWallet } from "../../shared/links/parse-wallet.ts";
import { useIsRunning } from "../../shared/page/use-browser-state.ts";
import { parseNodeUrl } from "./run-check.ts";

export type Asked = { wallet: string; nodeUrl: string | null; registry: string };

type Props = {
  initialWallet: string;
  /** As the register itself names it. */
  registry: string;
  isChecking: boolean;
  onCheck(asked: Asked): void;
};

/** What is checked, against whose word, in which contract. */
export function CheckForm({ initialWallet, registry, isChecking, onCheck }: Props) {
  const [wallet, setWallet] = useState(initialWallet);
  const [node, setNode] = useState("");
  const [contract, setContract] = useState(registry);
  // What is typed or clicked before the page's script runs would be lost.
  const isRunning = useIsRunning();
  const [problems, setProblems] = useState({ wallet: "", node: "", contract: "" });

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const parsed = { wallet: parseWallet(wallet), node: parseNodeUrl(node), contract: parseWallet(contract) };
    setProblems({
      wallet: parsed.wallet.ok ? "" : parsed.wallet.problem,
      node: parsed.node.ok ? "" : parsed.node.problem,
      contract: parsed.contract.ok
        ? ""
        : parsed.contract.problem.replace("wallet address", "contract’s address"),
    });
    if (!parsed.wallet.ok || !parsed.node.ok || !parsed.contract.ok) return;
    onCheck({ wallet: parsed.wallet.wallet, nodeUrl: parsed.node.url, registry: parsed.contract.wallet });
  }

  return (
    <form onSubmit={onSubmit} noValidate className="card grid gap-4 p-5 sm:p-6">
      <fieldset disabled={!isRunning} className="contents">
        <Field label="Wallet of the agent" value={wallet} problem={problems.wallet} onChange={setWallet} />
        <Field
          label="A node that you trust"
          hint="The address of an RPC node that is not the register’s: your own, or a provider’s. It is asked for one block’s hash, and only by your browser."
          placeholder="https://…"
          value={node}
          problem={problems.node}
          onChange={setNode}
        />
        <Field
          label="The register’s contract"
          hint="As this site names it. Compare it with where else it is published."
          value={contract}
          problem={problems.contract}
          onChange={setContract}
        />
        <button
          type="submit"
          aria-busy={isChecking}
          disabled={isChecking}
          className="h-12 justify-self-start rounded-[10px] bg-ink px-5 font-medium text-paper hover:opacity-90 disabled:opacity-60"
        >
          {isChecking ? "Checking" : "Check"}
        </button>
      </fieldset>
    </form>
  );
}

type FieldProps = {
  label: string;
  hint?: string;
  placeholder?: string;
  value: string;
  problem: string;
  onChange(value: string): void;
};

function Field({ label, hint, placeholder, value, problem, onChange }: FieldProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      {hint === undefined ? null : (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      <input
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        placeholder={placeholder}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        aria-invalid={problem !== ""}
        aria-describedby={`${id}-hint ${id}-problem`}
        className={`mt-1.5 h-11 w-full min-w-0 rounded-[10px] border bg-surface px-4 font-mono text-sm placeholder:text-muted ${
          problem === "" ? "border-line" : "border-red"
        }`}
      />
      <p id={`${id}-problem`} role="alert" className="text-sm text-red">
        {problem}
      </p>
    </div>
  );
}
