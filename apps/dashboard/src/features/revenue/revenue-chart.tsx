"use client";

import dynamic from "next/dynamic";

const ChartPlaceholder = () => <div aria-hidden className="h-60 rounded-lg bg-soft noscript:hidden" />;

/** The chart library is loaded only when a chart is shown; the placeholder has the same height. */
export const RevenueChart = dynamic(() => import("./revenue-bars.tsx"), {
  ssr: false,
  loading: ChartPlaceholder,
});
export { ChartPlaceholder };
