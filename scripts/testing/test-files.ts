import { globSync } from "node:fs";
import type { ProgramName } from "@agent-registry/testkit";

export type TestFiles = {
  files: readonly string[];
  /** The programs that they run and that npm does not bring. */
  needs?: readonly ProgramName[];
};

/** The paths, from the repository's root. */
export function listFiles({ files }: TestFiles): string[] {
  const exclude = (name: string) => ["node_modules", ".next", ".runtime"].includes(name);
  return files.flatMap((pattern) => globSync(pattern, { exclude }).sort());
}

const integration = (folder: string) => (names: string) =>
  `${folder}/src/**/${names.includes(",") ? `{${names}}` : names}.integration.test.ts`;
const api = integration("apps/api");
const relayer = integration("apps/relayer");
const sdk = integration("packages/sdk");
const cli = integration("packages/cli");

/** Their tests run once for each of `testedEngines`: in `npm test` on SQLite, in the rest on PostgreSQL. */
const TWICE = [
  api(
    "answers-of-the-contract,following,following-plans,filings,migrations,read-person,keep-standings,read-standings",
  ),
  api("nodes,rebuild,slow-queries"),
];

/** By the name of the step that runs them: what `npm test` runs. */
export const QUICK_TESTS = {
  // They share no more than the modules that they load.
  units: [
    {
      files: [
        "packages/*/src/**/!(*.integration|*-full-cost).test.ts",
        "apps/*/{src,scripts}/**/!(*.integration).test.ts",
        "scripts/{layers,openapi,release,testing}/**/!(*.integration).test.ts",
      ],
    },
  ],
  scripts: [{ files: ["scripts/{run,secrets}.test.ts", "scripts/stack/!(*.integration).test.ts"] }],
  "query API": [
    { files: TWICE },
    { files: [api("life-of-an-entry,main,kya-proof,joining,faults-missing-logs")] },
  ],
  "relayer and signing": [
    {
      files: [
        relayer("relay-errors,limits,sending,parties,data-fee,database-down,misconfigured,growth"),
        relayer("queue,reorganisation,replaced-wallet"),
        "packages/sdk/src/browser-wallet/send-call.integration.test.ts",
      ],
    },
  ],
  SDK: [
    {
      files: [
        "packages/protocol/src/forward-request.integration.test.ts",
        sdk("keys,parties,verify-kya,prove-fraud,contract-account,provider,ask-kya-reader,writing,x402"),
        sdk("best-head,certified,certified-api,send-direct,send-relayed"),
      ],
    },
  ],
  "command line": [{ files: [cli("agent-commands,certificates,keys,parties,proving")] }],
  "contracts' tables": [{ files: ["contracts/test/{trees,generated-drift}.test.ts"] }],
  pages: [{ files: ["apps/dashboard/e2e/walk.spec.ts"], needs: ["chromium"] }],
} as const satisfies Record<string, readonly TestFiles[]>;

/** What `npm run test:all` runs besides. */
export const OTHER_TESTS = {
  "query API, PostgreSQL": [{ files: TWICE }],
  "index, at length": [
    { files: [api("crash,fast-blocks,faults,postgres-leader,random-nodes,replica,reorg,reset")] },
    { files: [api("pooler")], needs: ["pgbouncer"] },
  ],
  "query API, at length": [
    { files: [api("as-of,compare,postgres-target,reader,search-agents,share-rate-limit,snapshots")] },
    { files: [api("notaries,personal-data,read-certificates,reconciliation,retired-wallets,tracing")] },
  ],
  "relayer, at length": [{ files: [relayer("faults,fuzz,healing,in-flight,postgres,process,signing")] }],
  "SDK, at length": [
    { files: [sdk("attest-many,cancel-requests,certified-list,ethers,intruder")] },
    { files: [sdk("nonce-store-shared")], needs: ["redis"] },
  ],
  "command line, at length": [
    {
      files: [
        cli("attest-all,attest-watch,cancel,completion,doctor,every-command,interrupted,mcp-inspector"),
        cli("mcp,mcp-parties,partly-done,register-agreement,signed"),
        "packages/*/src/**/*-full-cost.test.ts",
      ],
    },
  ],
  packages: [{ files: ["packages/*/src/**/package.integration.test.ts"] }],
  "contracts and examples": [
    {
      files: [
        "contracts/test/{*.integration,gas/gas-table}.test.ts",
        "examples/**/*.test.ts",
        "packages/testkit/src/**/*.integration.test.ts",
      ],
    },
  ],
  "guides and processes": [
    {
      files: [
        "scripts/{*.integration,documents,setup}.test.ts",
        "scripts/{openapi,rolling}/*.integration.test.ts",
        "scripts/deploy/{compose,image,queries}.test.ts",
      ],
    },
    { files: ["scripts/stack/running-services.integration.test.ts"], needs: ["nginx", "promtool"] },
    { files: ["scripts/deploy/{alerts,grafana}.test.ts"], needs: ["promtool"] },
    { files: ["scripts/deploy/units.test.ts"], needs: ["systemd-analyze"] },
    { files: ["scripts/deploy/proxy.integration.test.ts"], needs: ["nginx"] },
  ],
  "pages, at length": [{ files: ["apps/dashboard/e2e/!(walk).spec.ts"], needs: ["chromium"] }],
} as const satisfies Record<string, readonly TestFiles[]>;
