import type { Metadata } from "next";
import { resources } from "../../api/resources.ts";
import { RevenuePage } from "../../features/revenue/revenue-page.tsx";
import { parseRevenueView } from "../../features/revenue/revenue-view.ts";
import { isAnswer, readAnswer } from "../../server/read-answers.ts";
import { type SearchParams, toUrlSearchParams, WithAnswers } from "../../server/with-answers.tsx";

export const metadata: Metadata = { title: "Revenue" };

export default async function Page({ searchParams }: { searchParams: SearchParams }) {
  const params = toUrlSearchParams(await searchParams);
  const aggregate = await readAnswer(resources.revenueAggregate);
  const byCurrency = isAnswer(aggregate) ? aggregate.body.byCurrency : {};
  const { currency, interval } = parseRevenueView({ params, byCurrency });
  const ofCurrency =
    currency === ""
      ? []
      : [
          resources.revenueTimeline(interval),
          resources.revenueAggregateOf(currency),
          resources.topEarners(currency),
        ];
  return (
    <WithAnswers resources={[resources.revenueAggregate, ...ofCurrency]}>
      <RevenuePage />
    </WithAnswers>
  );
}
