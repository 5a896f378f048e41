"use client";

import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import type { Interval } from "../../api/resources.ts";
import { Currency } from "../../shared/currency.tsx";
import { formatCents, formatCentsShort } from "../../shared/format-money.ts";
import { Money } from "../../shared/money.tsx";
import { formatBucket } from "./format-bucket.ts";
import type { Bucket } from "./time-buckets.ts";
import { toTicks } from "./to-ticks.ts";

type Props = { buckets: Bucket[]; currency: string; interval: Interval };

const TICK = { fill: "var(--muted)", fontSize: 12 };

/** A bar may round; its label does not. */
const toHeight = ({ cents }: Bucket): number => Number(cents);

/** Amounts of one currency over time. Loaded only if a chart is shown. */
export default function RevenueBars({ buckets, currency, interval }: Props) {
  const ticks = toTicks(Math.max(0, ...buckets.map(toHeight)));
  return (
    <figure>
      <div aria-hidden className="h-60">
        <ResponsiveContainer width="100%" height="100%">
          <BarChart
            data={buckets}
            margin={{ top: 8, right: 0, bottom: 0, left: 0 }}
            accessibilityLayer={false}
          >
            <CartesianGrid vertical={false} stroke="var(--line)" />
            <XAxis
              dataKey="startMs"
              tickFormatter={(ms: number) => formatBucket({ startMs: ms, interval })}
              tick={TICK}
              tickLine={false}
              axisLine={{ stroke: "var(--line)" }}
              minTickGap={24}
            />
            <YAxis
              width={52}
              tickFormatter={(cents: number) => formatCentsShort(cents)}
              tick={TICK}
              tickLine={false}
              axisLine={false}
              ticks={ticks}
              domain={[0, ticks.at(-1) ?? 0]}
            />
            <Tooltip
              isAnimationActive={false}
              cursor={{ fill: "var(--soft)" }}
              content={({ active, payload }) => (
                <BarLabel
                  bucket={active ? (payload[0]?.payload as Bucket | undefined) : undefined}
                  currency={currency}
                  interval={interval}
                />
              )}
            />
            <Bar
              dataKey={toHeight}
              fill="var(--bar)"
              radius={[2, 2, 0, 0]}
              maxBarSize={44}
              isAnimationActive={false}
            />
          </BarChart>
        </ResponsiveContainer>
      </div>
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

type LabelProps = { bucket: Bucket | undefined; currency: string; interval: Interval };

function BarLabel({ bucket, currency, interval }: LabelProps) {
  if (bucket === undefined) return null;
  return (
    <div className="card px-3 py-2 text-sm">
      <p className="text-xs text-muted">{formatBucket({ startMs: bucket.startMs, interval })}</p>
      <p className="font-medium">
        <Money cents={bucket.cents} currency={currency} />
      </p>
    </div>
  );
}
