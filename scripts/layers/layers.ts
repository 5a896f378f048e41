// What may import what. `layers.test.ts` holds every import of the project to it.

/**
 * Workspaces, by the other workspaces that their code may import. Tests may import the testkit as well.
 * Only benchmarks and scripts import an app, and every import of another workspace goes by an entry that its
 * package.json names.
 */
export const WORKSPACES: Record<string, string[]> = {
  "packages/protocol": [],
  "packages/service": ["packages/protocol"],
  "packages/sdk": ["packages/protocol"],
  "packages/cli": ["packages/sdk", "packages/protocol"],
  "packages/testkit": ["packages/protocol", "contracts"],
  contracts: ["packages/protocol"],
  "apps/api": ["packages/protocol", "packages/service"],
  "apps/relayer": ["packages/protocol", "packages/service"],
  "apps/dashboard": ["packages/protocol"],
  bench: ["packages/protocol", "packages/service", "packages/testkit", "apps/api"],
  scripts: [
    "packages/protocol",
    "packages/service",
    "packages/sdk",
    "packages/testkit",
    "contracts",
    "apps/api",
  ],
  examples: ["packages/sdk"],
};

/**
 * The layers of a workspace's `src`: a folder or a file, by the layers that it may import. A file that stands
 * directly in `src` and is not listed wires the layers together: it may import all of them, none imports it.
 * Everything else must belong to a layer. Tests and `testing/` may import every layer.
 */
export const LAYERS: Record<string, Record<string, string[]>> = {
  "apps/api/src": {
    chain: [],
    "index-store": [],
    "index-store/write": ["index-store", "chain"],
    "index-store/read": ["index-store"],
    sync: ["index-store", "index-store/write", "chain"],
    reconciliation: ["index-store", "index-store/write", "chain"],
    responses: ["index-store"],
    serializers: ["index-store"],
    middleware: ["responses"],
    openapi: [],
    routes: ["index-store", "responses", "serializers"],
  },
  "apps/relayer/src": {
    "refusal.ts": [],
    "loop.ts": [],
    "relay-metrics.ts": [],
    transaction: [],
    chain: ["transaction", "loop.ts"],
    ledger: ["transaction", "refusal.ts", "loop.ts"],
    checks: ["transaction", "chain", "ledger", "refusal.ts"],
    send: ["transaction", "chain", "ledger", "checks", "refusal.ts", "loop.ts", "relay-metrics.ts"],
    relay: ["transaction", "chain", "ledger", "checks", "send", "refusal.ts"],
    routes: ["chain", "ledger", "relay", "relay-metrics.ts"],
    middleware: [],
  },
  "apps/dashboard/src": {
    api: [],
    shared: ["api"],
    "features/shell": ["api", "shared"],
    "features/agents": ["api", "shared"],
    "features/compliance": ["api", "shared"],
    "features/lineage": ["api", "shared"],
    "features/revenue": ["api", "shared"],
    "features/agent": ["api", "shared", "features/revenue"],
    "features/kya": ["api", "shared", "features/agent"],
    "features/overview": ["api", "shared", "features/agents", "features/kya", "features/revenue"],
    app: [
      "api",
      "shared",
      "features/agent",
      "features/agents",
      "features/compliance",
      "features/kya",
      "features/lineage",
      "features/overview",
      "features/revenue",
      "features/shell",
    ],
  },
  "packages/protocol/src": {
    abi: [],
    keystore: [],
    "agent.ts": [],
    "limits.ts": [],
    "forward-request.ts": [],
    schemas: ["agent.ts", "limits.ts", "forward-request.ts"],
  },
  "packages/sdk/src": {
    errors: [],
    http: [],
    "canonical-hash.ts": ["errors"],
    client: ["errors", "http"],
    reading: ["client", "errors", "http"],
    send: ["client", "errors", "http"],
    actions: ["canonical-hash.ts", "client", "errors", "reading", "send"],
    provider: ["actions", "client", "reading"],
  },
  "packages/cli/src": {
    "without-undefined.ts": [],
    terminal: [],
    arguments: [],
    settings: ["without-undefined.ts"],
    session: ["settings", "terminal"],
    parties: ["terminal"],
    "watch-attestation.ts": ["parties", "terminal"],
    doctor: ["parties", "session", "terminal"],
    mcp: ["parties", "session", "settings", "terminal", "without-undefined.ts"],
    commands: [
      "arguments",
      "doctor",
      "mcp",
      "parties",
      "session",
      "settings",
      "terminal",
      "watch-attestation.ts",
      "without-undefined.ts",
    ],
  },
  "packages/testkit/src": {
    "find-free-port.ts": [],
    "wait-until.ts": [],
    chain: [],
    pgbouncer: ["find-free-port.ts", "programs", "wait-until.ts"],
    postgres: ["find-free-port.ts"],
    population: ["chain"],
    programs: [],
    redis: ["find-free-port.ts", "programs"],
  },
};
