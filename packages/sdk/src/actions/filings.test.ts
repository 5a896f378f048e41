import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, it } from "node:test";
import type { RegisterFiling } from "@agent-registry/protocol";
import { createApiClient } from "../client/api-client.ts";
import { followFilings } from "./filings.ts";

const HASH = `0x${"ab".repeat(32)}` as const;
const filing = (sequence: number): RegisterFiling => ({
  sequence,
  agentId: 1,
  kind: "attested",
  timestamp: "2026-03-01T00:00:00.000Z",
  previousAttestation: "2026-02-01T00:00:00.000Z",
  actor: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
  actorRole: "wallet",
  blockNumber: sequence,
  blockHash: HASH,
  transactionHash: HASH,
  logIndex: 0,
});
const page = (sequences: number[], next: string, hasMore = false) => ({
  status: 200,
  body: {
    filings: sequences.map(filing),
    next,
    hasMore,
    head: { blockNumber: 9, blockHash: HASH, sequence: 9 },
  },
});

describe("followFilings", () => {
  it("goes on from each answer, tells of a reorganisation, waits at the end, and ends when it is aborted", async () => {
    const answers = [
      page([1, 2], "b", true),
      page([3], "c"),
      page([], "c"),
      { status: 410, body: { error: "The chain has taken back filings", next: "a", sequence: 1 } },
      page([2], "d"),
    ];
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? "");
      const { status, body } = answers[Math.min(asked.length, answers.length) - 1] ?? page([], "d");
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    try {
      const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const aborting = new AbortController();
      const copy: number[] = [];
      const kinds: string[] = [];
      const followed = followFilings(createApiClient({ apiUrl }), {
        limit: 2,
        pollIntervalMs: 1,
        signal: aborting.signal,
      });
      for await (const item of followed) {
        kinds.push(item.kind);
        if (item.kind === "rewound") copy.splice(copy.findIndex((sequence) => sequence > item.to));
        else copy.push(...item.filings.map(({ sequence }) => sequence));
        if (item.next === "d") aborting.abort();
      }
      assert.deepEqual(kinds, ["filings", "filings", "rewound", "filings"]);
      assert.deepEqual(copy, [1, 2]);
      assert.deepEqual(
        asked,
        ["?limit=2", "?after=b&limit=2", "?after=c&limit=2", "?after=c&limit=2", "?after=a&limit=2"].map(
          (query) => `/api/v1/filings${query}`,
        ),
      );
    } finally {
      server.close();
    }
  });
});
