"use client";

import { useState } from "react";
import { useServices } from "../../api/api-provider.tsx";
import { fetchResource } from "../../api/fetch-resource.ts";
import { resources } from "../../api/resources.ts";
import { useResource } from "../../api/use-resource.ts";
import { announce } from "../../shared/announce.ts";
import { CopyButton } from "../../shared/links/copy-button.tsx";
import { PageLink } from "../../shared/links/page-link.tsx";
import { Card } from "../../shared/page/card.tsx";
import { ErrorState } from "../../shared/page/error-state.tsx";
import { PageTitle } from "../../shared/page/page-title.tsx";
import { LoadingNote, Skeleton } from "../../shared/page/skeleton.tsx";
import { useUrlState } from "../../shared/url-state/url-state.tsx";
import { VerdictCard } from "../../shared/verdict/verdict-card.tsx";
import type { Tone } from "../../shared/verdict/verdict-types.ts";
import { type Asked, CheckForm } from "./check-form.tsx";
import { type Step, toConclusion, toSteps } from "./check-words.ts";
import { type CheckOutcome, runCheck } from "./run-check.ts";

type Checked = { outcome: CheckOutcome; asked: Asked };

/** The browser verifies an answer of the register by itself, and shows each step. */
export function CheckPage() {
  const { params } = useUrlState();
  const { apiUrl } = useServices();
  const stats = useResource(resources.stats);
  const [checked, setChecked] = useState<Checked | null>(null);
  const [isChecking, setIsChecking] = useState(false);

  async function check(asked: Asked) {
    setIsChecking(true);
    const readAnswer = async () =>
      (
        await fetchResource({
          apiUrl,
          resource: resources.kya(asked.wallet),
          signal: AbortSignal.timeout(20_000),
        })
      ).body;
    const chainId = stats.data?.chainIdentity?.chainId;
    const outcome = await runCheck({ apiUrl, chainId, ...asked }, readAnswer);
    setChecked({ outcome, asked });
    setIsChecking(false);
    announce(outcome.kind === "proven" ? "The check is done." : `The check failed. ${outcome.message}`);
  }

  return (
    <div className="min-h-dvh print:min-h-0">
      <PageTitle
        lead={
          <>
            <p>
              Your browser fetches a proof of what the chain holds, and verifies it against a node that you
              choose.
            </p>
            <p className="mt-1 text-base">
              <PageLink href="/trust" className="link">
                Who must be believed for what
              </PageLink>
            </p>
          </>
        }
      >
        Check it yourself
      </PageTitle>
      <div className="grid items-start gap-5 lg:grid-cols-2">
        {stats.data !== undefined ? (
          <CheckForm
            initialWallet={params.get("wallet") ?? ""}
            registry={stats.data.registryAddress}
            isChecking={isChecking}
            onCheck={check}
          />
        ) : stats.error !== null ? (
          <ErrorState state={stats} />
        ) : (
          <div className="card grid gap-8 p-5 sm:p-6">
            <LoadingNote what="the register’s contract" />
            {["wallet", "node", "contract"].map((field) => (
              <Skeleton key={field} className="h-11 w-full" />
            ))}
          </div>
        )}
        {checked === null ? <WhatIsChecked /> : <CheckResult {...checked} />}
      </div>
    </div>
  );
}

function WhatIsChecked() {
  return (
    <section aria-labelledby="what-is-checked" className="card p-5 sm:p-6">
      <h2 id="what-is-checked" className="mb-3 text-xl">
        What is checked
      </h2>
      <p>
        Every block of the chain carries a fingerprint of all that its contracts hold. A proof is the short
        path from that fingerprint to one entry; it cannot be made for an entry that is not there, nor for
        none where there is one.
      </p>
      <p className="mt-3">
        What remains to be believed is which blocks are the chain’s. That is why you name a node: its word for
        one block’s hash is enough, and it need not know the register.
      </p>
    </section>
  );
}

/** What the check found, and how. */
function CheckResult({ outcome, asked }: { outcome: CheckOutcome; asked: Asked }) {
  const { tone, title, text }: { tone: Tone; title: string; text: string } = toConclusion(outcome, asked);
  return (
    <div className="appear grid gap-5">
      <VerdictCard tone={tone} title={title}>
        <p>{text}</p>
      </VerdictCard>
      <Card title="Step by step">
        <Steps steps={toSteps(outcome, asked)} />
        {outcome.kind === "proven" ? (
          <div className="mt-5">
            <CopyButton text={JSON.stringify(outcome.proven.proof)} label="the proof">
              Proof
            </CopyButton>
            <p className="mt-2 text-xs text-muted">
              Keep it if you decide upon it: nodes prove their newest blocks alone.{" "}
              <code>agent-registry verify</code> reads it.
            </p>
          </div>
        ) : null}
      </Card>
    </div>
  );
}

const MARKS: Record<Step["state"], { sign: string; said: string; className: string }> = {
  passed: { sign: "✓", said: "passed", className: "bg-green-soft text-green" },
  failed: { sign: "✕", said: "failed", className: "bg-red-soft text-red" },
  open: { sign: "?", said: "not checked", className: "bg-yellow-soft text-yellow" },
  "not-reached": { sign: "–", said: "not reached", className: "bg-grey-soft text-grey" },
};

/** Each step with its mark: colour, sign and word. */
function Steps({ steps }: { steps: Step[] }) {
  return (
    <ol className="grid gap-3.5" aria-label="Steps of the check">
      {steps.map(({ name, state, words }) => {
        const { sign, said, className } = MARKS[state];
        return (
          <li key={name} data-state={state} className="flex gap-3">
            <span
              aria-hidden
              className={`mt-0.5 grid size-6 shrink-0 place-items-center rounded-full text-sm ${className}`}
            >
              {sign}
            </span>
            <span className="min-w-0">
              <span className="font-medium">{name}</span>
              <span className="sr-only">: {said}.</span>
              {words === "" ? null : (
                <span className="block text-sm text-muted [overflow-wrap:anywhere]">{words}</span>
              )}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
