"use client";

import { useEffect, useState } from "react";

type Step = "idle" | "loading" | "printing";

/** Prints the page once everything that belongs on paper is loaded and drawn. */
export function useExtract(loadAll: () => Promise<void>): { isPreparing: boolean; print(): void } {
  const [step, setStep] = useState<Step>("idle");

  useEffect(() => {
    if (step !== "printing") return;
    setStep("idle");
    window.print();
  }, [step]);

  return {
    isPreparing: step !== "idle",
    print() {
      if (step !== "idle") return;
      setStep("loading");
      void loadAll().finally(() => setStep("printing"));
    },
  };
}
