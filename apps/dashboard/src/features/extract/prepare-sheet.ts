import { fetchResource } from "../../api/fetch-resource.ts";
import { resources } from "../../api/resources.ts";
import { fetchReceipt } from "./receipt.ts";
import type { QrPath } from "./to-qr-path.ts";

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
export type Sheet = Pick<SheetSource, "block"> & {
  printedAt: string;
  recordHash: string | null;
  /** Opens the entry as it stood at the sheet's block. */
  address: string;
  qr: QrPath | null;
  receipt: string | null;
};

/** Gathers what only paper shows. What cannot be had is left out: the sheet then says less, but nothing wrong. */
export async function prepareSheet({
  apiUrl,
  source,
}: {
  apiUrl: string;
  source: SheetSource;
}): Promise<Sheet> {
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
