"use client";

import { resources } from "../../api/resources.ts";
import { useResource } from "../../api/use-resource.ts";
import { PageLink } from "../../shared/links/page-link.tsx";
import { parseWallet } from "../../shared/links/parse-wallet.ts";
import { toKyaPath } from "../../shared/links/paths.ts";
import { PageTitle } from "../../shared/page/page-title.tsx";
import {
  type AskedMoment,
  type PastMoment,
  toAnsweredWords,
  toMomentQuery,
} from "../../shared/time/asked-moment.ts";
import { AsOfForm } from "../../shared/url-state/as-of-form.tsx";
import { useUrlState } from "../../shared/url-state/url-state.tsx";
import { KyaForm } from "../kya/kya-form.tsx";
import { KyaSkeleton } from "../kya/kya-skeleton.tsx";
import { NoAnswer, PastFailure } from "./past-failure.tsx";
import { PastKyaAnswer } from "./past-kya-answer.tsx";
import { PastBand } from "./past-parts.tsx";

/** What a check of the wallet would have said then. */
export function PastKya({ asked }: { asked: Exclude<AskedMoment, { kind: "now" }> }) {
  const { params, write } = useUrlState();
  const typed = params.get("wallet") ?? "";
  const parsed = parseWallet(typed);
  return (
    <div className="min-h-dvh print:min-h-0">
      <PageTitle lead="What the register would have said then. Enter a wallet and a day.">
        Check an agent
      </PageTitle>
      <KyaForm initial={typed} onCheck={(wallet) => write({ wallet })} />
      <AsOfForm action="/kya" keep={{ wallet: typed }} day={asked.kind === "past" ? asked.day : null} />
      {!parsed.ok ? null : (
        <div className="mt-5 grid gap-5">
          {asked.kind === "past" ? (
            <Answered wallet={parsed.wallet} asked={asked} />
          ) : (
            <NoAnswer title="Not a moment of the past" sentence={asked.problem}>
              <TodayLink wallet={parsed.wallet} />
            </NoAnswer>
          )}
        </div>
      )}
    </div>
  );
}

function Answered({ wallet, asked }: { wallet: string; asked: PastMoment }) {
  const state = useResource(resources.kyaAt({ wallet, moment: asked.moment }), { isFixed: true });
  const { data } = state;
  if (data !== undefined) {
    return (
      <>
        <PastBand words={toAnsweredWords(asked, data.asOf)}>
          <TodayLink wallet={wallet} />
        </PastBand>
        <PastKyaAnswer answer={data} query={toMomentQuery(asked)} />
      </>
    );
  }
  if (state.error !== null)
    return (
      <PastFailure state={state} asked={asked}>
        <TodayLink wallet={wallet} />
      </PastFailure>
    );
  return <KyaSkeleton lines={["w-96", "w-64"]} />;
}

function TodayLink({ wallet }: { wallet: string }) {
  return (
    <PageLink href={toKyaPath(wallet)} className="link">
      Today’s answer
    </PageLink>
  );
}
