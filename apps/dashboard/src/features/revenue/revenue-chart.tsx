"use client";

import dynamic from "next/dynamic";

const ChartSpace = () => <div aria-hidden className="h-60 rounded-lg bg-soft" />;

/** The chart library comes only when a chart is shown, into a space of the same height. */
export const RevenueChart = dynamic(() => import("./revenue-bars.tsx"), { ssr: false, loading: ChartSpace });
export { ChartSpace };
