"use client";

import { CACHE_TTL_MS } from "@agent-registry/protocol/limits";
import { useState } from "react";
import { resources } from "../../api/resources.ts";
import { useResource } from "../../api/use-resource.ts";
import { parseWallet } from "../../shared/links/parse-wallet.ts";
import { Card } from "../../shared/page/card.tsx";
import { ErrorState, StaleNotice } from "../../shared/page/error-state.tsx";
import { PageTitle } from "../../shared/page/page-title.tsx";
import { AsOfForm } from "../../shared/url-state/as-of-form.tsx";
import { useUrlState } from "../../shared/url-state/url-state.tsx";
import { KyaAnswer } from "./kya-answer.tsx";
import { KyaForm } from "./kya-form.tsx";
import { KyaSkeleton } from "./kya-skeleton.tsx";

export function KyaPage() {
  const { params, write } = useUrlState();
  const asked = params.get("wallet") ?? "";
  const parsed = parseWallet(asked);
  const answer = useResource(parsed.ok ? resources.kya(parsed.wallet) : null, {
    // The API keeps an answer for this long: asking more often would bring the same one.
    refreshMs: CACHE_TTL_MS.kya,
  });
  const [checks, setChecks] = useState(0);

  function onCheck(wallet: string) {
    setChecks((count) => count + 1);
    if (wallet === asked) answer.retry();
    else write({ wallet });
  }

  return (
    // Answers differ in height: the footer starts below the first screen, so that nothing in sight moves.
    <div className="min-h-dvh print:min-h-0">
      <PageTitle lead="Enter the wallet an agent acts from. The answer comes from the public register.">
        Check an agent
      </PageTitle>
      <KyaForm initial={asked} onCheck={onCheck} />
      {parsed.ok ? <AsOfForm action="/kya" keep={{ wallet: parsed.wallet }} /> : null}
      <div className="mt-4 print:mt-0">
        {!parsed.ok ? (
          asked === "" ? (
            <Outcomes />
          ) : null
        ) : answer.data !== undefined ? (
          <>
            <KyaAnswer
              key={parsed.wallet}
              answer={answer.data}
              asOfMs={answer.asOfMs}
              asked={checks}
              askAgain={answer.retry}
            />
            <StaleNotice state={answer} />
          </>
        ) : answer.error !== null ? (
          <ErrorState state={answer} />
        ) : (
          <KyaSkeleton lines={["w-96"]} />
        )}
      </div>
    </div>
  );
}

/** Before anything is asked: what the answers mean. */
function Outcomes() {
  const outcomes = [
    [
      "bg-green",
      "Registered and compliant",
      "Active, attested within the last 7 days, and agreed to by its wallet and its Haftungsperson. You may provision services.",
    ],
    [
      "bg-yellow",
      "Compliant, not agreed",
      "Anyone may enter anyone: the wallet or the Haftungsperson has not agreed to this entry, or the two are one key. Wait until two have agreed.",
    ],
    [
      "bg-red",
      "Registered, not compliant",
      "Suspended, revoked, terminated, refused, or not attested for more than 7 days. The reason is shown.",
    ],
    [
      "bg-grey",
      "Not registered",
      "Nobody answers for an agent behind this wallet, or another wallet took its place.",
    ],
  ] as const;
  return (
    <Card title="What the answer can be">
      <dl className="grid gap-6 sm:grid-cols-2 lg:grid-cols-4">
        {outcomes.map(([fill, title, text]) => (
          <div key={title}>
            <dt className="flex items-center gap-2 font-medium">
              <span aria-hidden className={`size-2 rounded-full ${fill}`} />
              {title}
            </dt>
            <dd className="mt-1 text-sm text-muted">{text}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
