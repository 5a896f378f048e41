"use client";

import { useState } from "react";
import { useServices } from "../../api/api-provider.tsx";
import { fetchResource } from "../../api/fetch-resource.ts";
import { resources } from "../../api/resources.ts";
import { useResource } from "../../api/use-resource.ts";
import { announce } from "../../shared/announce.ts";
import { PageLink } from "../../shared/links/page-link.tsx";
import { ErrorState } from "../../shared/page/error-state.tsx";
import { PageTitle } from "../../shared/page/page-title.tsx";
import { LoadingNote, Skeleton } from "../../shared/page/skeleton.tsx";
import { useUrlState } from "../../shared/url-state/url-state.tsx";
import { type Asked, CheckForm } from "./check-form.tsx";
import { CheckResult } from "./check-result.tsx";
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
