// What may import what. `layers.test.ts` holds every import of the project to it.

/**
 * Workspaces, by the other workspaces that their code may import: by the names that package.json exports. Tests may
 * import the testkit as well. Only benchmarks and scripts import an app.
 */
export const WORKSPACES: Record<string, string[]> = {
  protocol: [],
  service: ["protocol"],
  sdk: ["protocol"],
  cli: ["protocol", "sdk"],
  contracts: ["protocol"],
  testkit: ["protocol", "contracts"],
  api: ["protocol", "service"],
  relayer: ["protocol", "service"],
  dashboard: ["protocol", "service", "sdk"],
  examples: ["sdk"],
  bench: ["protocol", "service", "sdk", "testkit", "api"],
  scripts: ["protocol", "service", "sdk", "cli", "contracts", "testkit", "api", "relayer"],
};

/**
 * The layers of a folder, the lowest first, its subfolders and single files parted by spaces. They may import what
 * stands in an earlier line; those of one line do not import each other. So a name that stands as late as it can is
 * imported by the fewest. Every subfolder is listed. A file that stands directly in the folder and is not listed wires
 * the layers together: it may import all of them, none imports it. Tests and `testing/` may import every layer.
 */
export const LAYERS: Record<string, string[]> = {
  "apps/api/src": [
    "lower-priority.ts metering.ts",
    "chain signing",
    "index",
    "domains proofs index/read",
    "http",
    "snapshots status-lists",
    // Questions stand before whatever writes the index, so that they do not import it.
    "questions index/apply",
    "index/sync reconcile",
    "snapshots/make snapshots/restore",
  ],
  "apps/relayer/src": [
    "fast",
    "transaction",
    "chain ledger",
    "checks signing relay-metrics.ts",
    "send",
    "relay",
    "routes middleware.ts",
  ],
  "apps/dashboard/src": ["api", "shared wallet", "features server", "app"],
  "apps/dashboard/src/shared": ["announce.ts icons.tsx text", "links time url-state", "page", "verdict"],
  "apps/dashboard/src/features": [
    "agents certificates extract revenue",
    "sign",
    "agent",
    "kya",
    "accessibility check compliance enforcement lineage overview past people shell trust",
  ],
  "packages/protocol/src": [
    "agent.ts certificate.ts checksum-address.ts limits.ts read-body.ts",
    "compliance.ts domain-reasons.ts forward-request.ts moment.ts policy.ts",
    "roles.ts",
    "abi domain keystore proof schemas signed",
    "text",
  ],
  "packages/service/src": ["config timing", "observing", "database http", "process"],
  "packages/sdk/src": [
    "errors http",
    "client",
    "reading send canonical-hash.ts",
    "actions browser-wallet",
    "proof system-now.ts",
    "offline provider/erc8128",
    "provider",
    "evidence x402",
  ],
  "packages/cli/src": [
    "own-package.ts without-undefined.ts",
    "settings terminal",
    "arguments parties session",
    "proving",
    "doctor mcp read-filings.ts wallet-list.ts watch-attestation.ts",
    "commands",
  ],
  "packages/testkit/src": [
    "chain programs find-free-port.ts wait-until.ts",
    "pgbouncer population postgres redis tls",
  ],
};
