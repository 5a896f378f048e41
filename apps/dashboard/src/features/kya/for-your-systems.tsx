"use client";

import type { KyaResponse } from "@agent-registry/protocol";
import { useServices } from "../../api/api-provider.tsx";
import { resources } from "../../api/resources.ts";
import { useResource } from "../../api/use-resource.ts";
import { CopyButton } from "../../shared/links/copy-button.tsx";
import { CheckLink } from "../../shared/links/outer-links.tsx";
import { toKyaPath } from "../../shared/links/paths.ts";
import { Card } from "../../shared/page/card.tsx";
import { Skeleton } from "../../shared/page/skeleton.tsx";
import { useIsRunning } from "../../shared/page/use-browser-state.ts";
import { shortenHex } from "../../shared/text/words.ts";
import { formatExact } from "../../shared/time/format-time.ts";

/** What a provider copies: the request, the answer as it came, and a link to this page. */
export function ForYourSystems({ answer }: { answer: KyaResponse }) {
  const url = useServices().apiUrl + resources.kya(answer.wallet).path;
  const lines = [
    ["isRegistered", answer.isRegistered],
    ["isCompliant", answer.isCompliant],
  ] as const;
  return (
    <Card title="For your systems">
      <div className="rounded-lg bg-soft px-4 py-3 font-mono text-[0.8125rem] leading-6">
        <p title={url}>GET {resources.kya(shortenHex(answer.wallet)).path}</p>
        <dl>
          {lines.map(([name, value]) => (
            <div key={name} className="flex gap-4">
              <dt className="w-28">{name}</dt>
              <dd className={value ? "text-green" : "text-red"}>{String(value)}</dd>
            </div>
          ))}
        </dl>
        {answer.agent === null ? null : <AgreementLines id={String(answer.agent.agentId)} />}
      </div>
      <div className="mt-3 flex flex-wrap gap-2">
        <CopyButton text={`curl -s ${url}`} label="the command">
          Command
        </CopyButton>
        <CopyButton text={JSON.stringify(answer, null, 2)} label="the answer">
          Answer
        </CopyButton>
        <CopyLink wallet={answer.wallet} />
      </div>
      <p className="mt-4 text-xs text-muted">
        Checked <time dateTime={answer.checkedAt}>{formatExact(answer.checkedAt)}</time>. The API may answer
        from a check up to one minute old. You need not believe it:{" "}
        <CheckLink wallet={answer.wallet}>check it yourself</CheckLink>.
      </p>
    </Card>
  );
}

/** Who agreed is no part of the specified answer: a provider asks for it as well. */
function AgreementLines({ id }: { id: string }) {
  const { path } = resources.consents(id);
  const { data } = useResource(resources.consents(id));
  return (
    <>
      <p className="mt-2">GET {path}</p>
      <dl>
        {(["wallet", "haftungsperson"] as const).map((party) => (
          <div key={party} className="flex gap-4">
            <dt className="w-28">{party}</dt>
            <dd className={data?.[party].state === "agreed" ? "text-green" : "text-red"}>
              {data === undefined ? <Skeleton className="w-12" /> : data[party].state}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function CopyLink({ wallet }: { wallet: string }) {
  // The browser alone knows the dashboard's own address for sure.
  const origin = useIsRunning() ? window.location.origin : "";
  return (
    <CopyButton text={origin + toKyaPath(wallet)} label="a link to this check">
      Link
    </CopyButton>
  );
}
