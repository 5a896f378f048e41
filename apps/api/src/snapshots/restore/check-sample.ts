import { randomInt } from "node:crypto";
import type { Kysely } from "kysely";
import type { ChainReader } from "../../chain/chain-reader.ts";
import { decodeEvent } from "../../chain/decode-event.ts";
import { createRangeSize } from "../../chain/read-range.ts";
import { type RecordSource, WORD_BYTES } from "../../chain/record-source.ts";
import { RpcError } from "../../chain/rpc-error.ts";
import type { IndexSchema } from "../../index/schema.ts";
import { confirm, type Mismatch } from "../../reconcile/compare.ts";
import { SnapshotError, type SnapshotHeader } from "../format.ts";

type Options = {
  db: Kysely<IndexSchema>;
  source: RecordSource;
  reader: ChainReader;
  header: SnapshotHeader;
  /** How many agents are compared, chosen by chance; 0 asks the contract nothing. */
  size: number;
};

/**
 * Compares agents with the contract: at the snapshot's block if the node still has its state, and else at the newest
 * one, where agents that were changed in between do not count. Says at which block.
 */
export async function checkSample(options: Options): Promise<{ compared: number; block: number }> {
  const { header, reader } = options;
  if (options.size === 0) return { compared: 0, block: header.block.number };
  const agentIds = chooseAgents(header.lastAgentId, options.size);
  try {
    await expectSame({ ...options, agentIds, at: header.block, isLater: false });
    return { compared: agentIds.length, block: header.block.number };
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
  }
  const head = await reader.getHead();
  await expectSame({ ...options, agentIds, at: head, isLater: true });
  return { compared: agentIds.length, block: head.number };
}

type Comparing = Options & {
  agentIds: number[];
  at: { number: number; hash: string };
  isLater: boolean;
};

async function expectSame({ db, source, reader, header, agentIds, at, isLater }: Comparing): Promise<void> {
  const next = await source.readWords([], at.hash);
  const agents = Number(BigInt(`0x${next.toString("hex", next.length - WORD_BYTES)}`)) - 1;
  if (isLater ? agents < header.lastAgentId : agents !== header.lastAgentId)
    throw new SnapshotError(
      `The contract has ${agents} agents at block ${at.number}, the snapshot ${header.lastAgentId}`,
    );
  const look = await confirm({ db, source, agentIds, blockHash: at.hash });
  let mismatches: Mismatch[] = look?.mismatches ?? [];
  if (isLater && mismatches.length > 0) {
    const changed = await findChangedAgents(reader, { after: header.block.number, toBlock: at.number });
    mismatches = mismatches.filter(({ agentId }) => !changed.has(agentId));
  }
  const [first] = mismatches;
  if (first !== undefined)
    throw new SnapshotError(
      `${mismatches.length} of ${agentIds.length} agents are not as the contract has them; agent ${first.agentId}: ${first.difference}`,
    );
}

/** Agents with an event in these blocks, and the parents of those that were registered. */
async function findChangedAgents(
  reader: ChainReader,
  { after, toBlock }: { after: number; toBlock: number },
): Promise<Set<number>> {
  const changed = new Set<number>();
  const size = createRangeSize();
  for (let last = after; last < toBlock; ) {
    const end = Math.min(last + size.blocks, toBlock);
    const asked = end - last;
    try {
      const logs = await reader.getLogs({ fromBlock: last + 1, toBlock: end });
      size.succeeded({ asked, logs: logs.length });
      for (const event of logs.map(decodeEvent)) {
        if (event === null) continue;
        changed.add(event.agentId);
        if (event.kind === "registered") changed.add(event.parentAgentId);
      }
      last = end;
    } catch (error) {
      if (!(error instanceof RpcError) || error.kind !== "range" || !size.tooLarge(asked)) throw error;
    }
  }
  return changed;
}

function chooseAgents(last: number, size: number): number[] {
  if (size >= last) return Array.from({ length: last }, (_, i) => i + 1);
  const chosen = new Set<number>();
  while (chosen.size < size) chosen.add(randomInt(1, last + 1));
  return [...chosen].sort((a, b) => a - b);
}
