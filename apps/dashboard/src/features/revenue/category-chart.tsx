"use client";

import { toVisibleName } from "@agent-registry/protocol/visible-name";
import { resources } from "../../api/resources.ts";
import { REFRESH_MS, useResource } from "../../api/use-resource.ts";
import { Card } from "../../shared/page/card.tsx";
import { ErrorState } from "../../shared/page/error-state.tsx";
import { SkeletonLines } from "../../shared/page/skeleton.tsx";
import { Currency, Money } from "../../shared/text/money.tsx";
import { findOnlyCurrency, toCategories } from "./to-categories.ts";

/** What one currency was earned with. */
export function CategoryChart({ currency }: { currency: string }) {
  const state = useResource(resources.revenueAggregateOf(currency), {
    refreshMs: REFRESH_MS,
    keepPrevious: true,
  });
  // While the new currency's answer loads, the previous one stays, under its own name.
  const shown = (state.isPrevious && state.data && findOnlyCurrency(state.data)) || currency;
  const categories =
    state.data === undefined ? undefined : toCategories({ aggregate: state.data, currency: shown });
  const largest = Math.max(1, ...(categories ?? []).map(({ cents }) => Number(cents)));
  return (
    <Card
      title="By category"
      aside={
        <span className="text-sm text-muted">
          in <Currency code={shown} />
        </span>
      }
    >
      {categories === undefined ? (
        state.error === null ? (
          <SkeletonLines count={4} line="h-14" className="w-full" />
        ) : (
          <ErrorState state={state} />
        )
      ) : categories === null ? (
        <p className="text-muted">
          The API does not tell these amounts apart by currency, so they are not shown.
        </p>
      ) : (
        <ul
          aria-busy={state.isPrevious}
          className={`grid grid-cols-[minmax(0,1fr)] gap-3.5 ${state.isPrevious ? "opacity-60" : ""}`}
        >
          {categories.map(({ category, cents, isRest }) => (
            <li key={category}>
              <div className="flex flex-wrap justify-between gap-x-4 text-sm">
                {isRest ? (
                  <span className="text-muted">{category}</span>
                ) : (
                  <bdi className="max-w-full truncate" title={toVisibleName(category)}>
                    {toVisibleName(category)}
                  </bdi>
                )}
                <span className="ml-auto max-w-full">
                  <Money cents={cents} currency={shown} />
                </span>
              </div>
              <div aria-hidden className="mt-1 h-1.5 rounded-full bg-soft">
                <svg
                  className="block h-full min-w-0.5 rounded-full bg-bar"
                  width={`${(Number(cents) / largest) * 100}%`}
                />
              </div>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
