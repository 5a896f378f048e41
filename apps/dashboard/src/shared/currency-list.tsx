"use client";

import { createCurrencyDescriber, describeCurrency } from "@agent-registry/protocol/currency";
import { createContext, type ReactNode, useContext, useMemo } from "react";

const DescriberContext = createContext(describeCurrency);

/** What to show of a currency, among the others of the list around it. */
export function useCurrencyDescriber(): typeof describeCurrency {
  return useContext(DescriberContext);
}

/** The currencies that are shown beside each other: those that look alike say so. */
export function CurrencyList({
  currencies,
  children,
}: {
  currencies: readonly string[];
  children: ReactNode;
}) {
  // Pages make a new array for every render; describing thousands of currencies takes a while.
  const key = JSON.stringify(currencies);
  const describe = useMemo(() => createCurrencyDescriber(JSON.parse(key) as string[]), [key]);
  return <DescriberContext value={describe}>{children}</DescriberContext>;
}
