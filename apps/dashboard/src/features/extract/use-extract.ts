"use client";

import { useEffect, useState } from "react";
import { useServices } from "../../api/api-provider.tsx";
import { fetchResource } from "../../api/fetch-resource.ts";
import { resources } from "../../api/resources.ts";
import { fetchReceipt } from "./receipt.ts";
import type { QrPath } from "./to-qr-path.ts";

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

/** What a sheet is about. */
export type SheetSource = {
  agentId: number;
  /** The block that the entry is of; null if the API does not say. */
  block: { number: number; hash: string | null } | null;
  /** Known of an entry of the past. */
  recordHash: string | null;
  /** Whose receipt of today belongs to it; null if none does. */
  wallet: string | null;
};

/** What makes a printed sheet one that can be checked. */
type Sheet = Pick<SheetSource, "block"> & {
  printedAt: string;
  recordHash: string | null;
  /** Opens the entry as it stood at the sheet's block. */
  address: string;
  qr: QrPath | null;
  receipt: string | null;
};

/** Gathers what only paper shows. What cannot be had is left out: the sheet then says less, but nothing wrong. */
async function prepareSheet({ apiUrl, source }: { apiUrl: string; source: SheetSource }): Promise<Sheet> {
  const { agentId, block, wallet } = source;
  const address = `${window.location.origin}/agents/${agentId}${block === null ? "" : `?block=${block.number}`}`;
  const [recordHash, receipt, qr] = await Promise.all([
    source.recordHash ?? findRecordHash({ apiUrl, source }),
    wallet === null ? null : fetchReceipt({ apiUrl, wallet }),
    // Loaded by those who print alone.
    import("./to-qr-path.ts").then(({ toQrPath }) => toQrPath(address)).catch(() => null),
  ]);
  return { printedAt: new Date().toISOString(), block, recordHash, address, qr, receipt };
}

/** Asked for at the sheet's own block, since the record may have changed since. */
async function findRecordHash({
  apiUrl,
  source: { agentId, block },
}: {
  apiUrl: string;
  source: SheetSource;
}): Promise<string | null> {
  if (block === null) return null;
  const resource = resources.agentAt({ id: String(agentId), moment: { block: block.number } });
  try {
    const { body } = await fetchResource({ apiUrl, resource, signal: new AbortController().signal });
    return body.recordHash;
  } catch {
    return null;
  }
}
