"use client";

import { useEffect, useState } from "react";
import { useServices } from "../../api/api-provider.tsx";
import { prepareSheet, type Sheet, type SheetSource } from "./prepare-sheet.ts";

/** The entry as it stands, or that and everything that was ever filed. */
export type ExtractKind = "current" | "chronological";

type Step = { name: "idle" | "loading" } | { name: "printing" | "printed"; kind: ExtractKind; sheet: Sheet };

export type Extract = {
  isPreparing: boolean;
  /** What is on paper now; null if the reader prints by the browser's own menu. */
  printed: { kind: ExtractKind; sheet: Sheet } | null;
  print(kind: ExtractKind): void;
};

type Props = {
  /** Undefined while the entry is not known. */
  source: SheetSource | undefined;
  /** Loads everything that belongs on a chronological sheet. */
  loadAll(): Promise<void>;
};

/** Prints the page once everything that belongs on paper is loaded and drawn. */
export function useExtract({ source, loadAll }: Props): Extract {
  const { apiUrl } = useServices();
  const [step, setStep] = useState<Step>({ name: "idle" });

  useEffect(() => {
    if (step.name !== "printing") return;
    setStep({ ...step, name: "printed" });
    window.print();
  }, [step]);

  useEffect(() => {
    const reset = () => setStep((now) => (now.name === "printed" ? { name: "idle" } : now));
    window.addEventListener("afterprint", reset);
    return () => window.removeEventListener("afterprint", reset);
  }, []);

  return {
    isPreparing: step.name === "loading" || step.name === "printing",
    printed: step.name === "printing" || step.name === "printed" ? step : null,
    print(kind) {
      if (step.name === "loading" || step.name === "printing" || source === undefined) return;
      setStep({ name: "loading" });
      const sheet = prepareSheet({ apiUrl, source });
      // Filings that do not load are named on the sheet, so it is printed all the same.
      const loaded = kind === "chronological" ? loadAll().catch(() => {}) : undefined;
      void Promise.all([sheet, loaded]).then(([ready]) => setStep({ name: "printing", kind, sheet: ready }));
    },
  };
}
