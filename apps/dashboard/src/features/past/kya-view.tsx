"use client";

import dynamic from "next/dynamic";
import { parseAskedMoment } from "../../shared/time/asked-moment.ts";
import { useUrlState } from "../../shared/url-state/url-state.tsx";
import { KyaPage } from "../kya/kya-page.tsx";

const PastKya = dynamic(async () => (await import("./past-kya.tsx")).PastKya);

/** The check of a wallet: today, or at the moment that the address asks for. */
export function KyaView() {
  const { params } = useUrlState();
  const asked = parseAskedMoment(params);
  const hasWallet = (params.get("wallet") ?? "") !== "";
  return asked.kind === "now" || !hasWallet ? <KyaPage /> : <PastKya asked={asked} />;
}
