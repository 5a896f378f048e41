"use client";

import { useState } from "react";
import type { Interval } from "../../api/resources.ts";
import { formatCents, formatCentsShort } from "../../shared/text/format-money.ts";
import { Currency, Money } from "../../shared/text/money.tsx";
import { formatBucket, toLabelled, toTicks } from "./chart-scale.ts";
import type { Bucket } from "./time-buckets.ts";

type Props = { buckets: Bucket[]; currency: string; interval: Interval };

/** In pixels from the top; what goes from left to right is in percent, so that the chart fits every width. */
const TOP = 8;
const BASE = 212;
const LABEL = 232;
/** Percent. A few bars would be as wide as fields. */
const WIDEST_BAR = 5;

/** It has the chart's height. */
export const ChartPlaceholder = () => <div aria-hidden className="h-60 rounded-lg bg-soft noscript:hidden" />;

/** Amounts of one currency over time. */
export function RevenueChart({ buckets, currency, interval }: Props) {
  const [shown, setShown] = useState<Bucket>();
  // A bar may round; its label does not.
  const ticks = toTicks(Math.max(0, ...buckets.map(({ cents }) => Number(cents))));
  const highest = ticks.at(-1) ?? 1;
  const toY = (cents: number) => BASE - (cents / highest) * (BASE - TOP);
  const slot = 100 / buckets.length;
  const barWidth = Math.min(slot * 0.8, WIDEST_BAR);
  return (
    <figure className="relative" onPointerLeave={() => setShown(undefined)}>
      <div className="flex h-60 fill-muted text-xs">
        <svg aria-hidden className="w-13 shrink-0">
          {ticks.map((tick) => (
            <text key={tick} x="44" y={toY(tick) + 4} textAnchor="end">
              {formatCentsShort(tick)}
            </text>
          ))}
        </svg>
        <svg aria-hidden className="w-full min-w-0">
          {ticks.map((tick) => (
            <line key={tick} x2="100%" y1={toY(tick)} y2={toY(tick)} className="stroke-line" />
          ))}
          {buckets.map((bucket, index) => (
            <g key={bucket.startMs} onPointerEnter={() => setShown(bucket)}>
              <rect
                x={`${index * slot}%`}
                width={`${slot}%`}
                y={TOP}
                height={BASE - TOP}
                className={bucket.startMs === shown?.startMs ? "fill-soft" : "fill-transparent"}
              />
              <rect
                data-bar
                x={`${(index + 0.5) * slot - barWidth / 2}%`}
                width={`${barWidth}%`}
                y={toY(Number(bucket.cents))}
                height={BASE - toY(Number(bucket.cents))}
                rx="2"
                className="fill-bar"
              />
            </g>
          ))}
          {toLabelled(buckets.length).map(({ index, anchor, isExtra }) => (
            <text
              key={index}
              x={`${{ start: index, middle: index + 0.5, end: index + 1 }[anchor] * slot}%`}
              y={LABEL}
              textAnchor={anchor}
              className={isExtra ? "max-sm:hidden" : ""}
            >
              {formatBucket({ startMs: buckets[index]?.startMs ?? 0, interval })}
            </text>
          ))}
        </svg>
      </div>
      {shown !== undefined && (
        <div aria-hidden className="card pointer-events-none absolute top-0 right-0 px-3 py-2 text-sm">
          <p className="text-xs text-muted">{formatBucket({ startMs: shown.startMs, interval })}</p>
          <p className="font-medium">
            <Money cents={shown.cents} currency={currency} />
          </p>
        </div>
      )}
      <figcaption className="sr-only">
        Revenue in <Currency code={currency} /> by {interval}
        <table>
          <tbody>
            {buckets.map(({ startMs, cents }) => (
              <tr key={startMs}>
                <th scope="row">{formatBucket({ startMs, interval })}</th>
                <td>{formatCents(cents)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </figcaption>
    </figure>
  );
}
