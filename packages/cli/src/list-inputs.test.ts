import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import type {
  fetchKyaProof,
  followFilings,
  getAgentWallets,
  getCreator,
  getEnforcement,
  getHaftungsperson,
  getHistory,
  getNotary,
  getRevenue,
  getRevenueTotals,
  getWalletEntries,
  kyaAt,
  listAgents,
} from "@agent-registry/sdk";
import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { createServer } from "./mcp/create-server.ts";
import { createProgram } from "./program.ts";
import { openSession } from "./session/open-session.ts";
import { createConsole } from "./terminal/console.ts";

/** By whom an operation's parameters are taken, and under which name; or why not. */
type Place = {
  /** The names that it takes: of the SDK's input, by its type. Those of commands and tools are looked up. */
  inputs?: object;
  /** The parameters that it calls otherwise. */
  named?: Record<string, string>;
  /** The parameters that it does not take, each with the reason. */
  leftOut?: Record<string, string>;
};
/** `sdk`, `command agents`, `tool list_agents`. */
type Places = Record<string, Place>;

/** Every input of a function of the SDK, so that this file does not compile if one is added or taken away. */
// biome-ignore lint/suspicious/noExplicitAny: the client's type does not matter, and differs
type InputOf<Action extends (client: any, input: any) => unknown> = Record<
  keyof NonNullable<Parameters<Action>[1]>,
  true
>;

const page = { limit: true, offset: true } as const;
const agents = { page: true, limit: true, status: true, sort: true, order: true } as const;
const forPages = "what it adds is for pages of the dashboard";
const bySearch = "a model lists a person's agents by list_agents, which searches for the address";

/** Where people and programs ask what the operations with parameters answer. */
const OPERATIONS: Record<string, Places | string> = {
  getKyaAt: {
    sdk: {
      inputs: { wallet: true, at: true, policy: true } satisfies InputOf<typeof kyaAt>,
      named: { time: "at", block: "at" },
    },
    "command kya": { named: { time: "at", block: "atBlock" } },
    "tool check_wallet_at": {},
  },
  getKyaProof: {
    sdk: {
      inputs: { wallet: true, source: true, notaries: true } satisfies InputOf<typeof fetchKyaProof>,
    },
    "command kya": { named: { notaries: "notary" } },
    "tool prove_wallet": { named: { notaries: "certified" } },
  },
  listAgents: {
    sdk: {
      inputs: { ...agents, search: true } satisfies InputOf<typeof listAgents>,
      leftOut: { include: forPages },
    },
    "command agents": { leftOut: { include: forPages } },
    "tool list_agents": { leftOut: { include: forPages } },
  },
  getHaftungsperson: {
    sdk: {
      inputs: { ...agents, address: true } satisfies InputOf<typeof getHaftungsperson>,
      leftOut: { include: forPages },
    },
    "command person": { leftOut: { include: forPages } },
    "tool get_person": {
      leftOut: {
        page: bySearch,
        limit: bySearch,
        status: bySearch,
        sort: bySearch,
        order: bySearch,
        include: forPages,
      },
    },
  },
  getCreator: {
    sdk: {
      inputs: { ...agents, address: true } satisfies InputOf<typeof getCreator>,
      leftOut: { include: forPages },
    },
    "command person": { leftOut: { include: forPages } },
  },
  listHistory: {
    sdk: {
      inputs: { ...page, agentId: true, order: true } satisfies InputOf<typeof getHistory>,
    },
    "command filings": {
      leftOut: {
        offset: "the newest are shown, and all in chain order by --all",
        order: "the newest first, as those of the whole register",
      },
    },
    "tool get_filings": { leftOut: { order: "the newest first: a model reads what matters now" } },
  },
  listAgentWallets: {
    sdk: { inputs: { ...page, agentId: true } satisfies InputOf<typeof getAgentWallets> },
  },
  listWalletEntries: {
    sdk: {
      inputs: { wallet: true, page: true, limit: true } satisfies InputOf<typeof getWalletEntries>,
    },
  },
  listFilings: {
    sdk: {
      inputs: { after: true, limit: true, pollIntervalMs: true, signal: true } satisfies InputOf<
        typeof followFilings
      >,
      leftOut: { order: "followFilings asks for one order, getNewestFilings for the other" },
    },
    "command filings": { leftOut: { order: "the newest first, or by --all in chain order" } },
  },
  listEnforcement: {
    sdk: {
      inputs: { kind: true, regulator: true, after: true, limit: true } satisfies InputOf<
        typeof getEnforcement
      >,
    },
    "command enforcement": {},
  },
  listRevenueReports: {
    sdk: { inputs: { ...page, agentId: true } satisfies InputOf<typeof getRevenue> },
  },
  getNotary: {
    sdk: { inputs: { ...page, notary: true } satisfies InputOf<typeof getNotary> },
  },
  getRevenueAggregate: {
    sdk: { inputs: { currency: true } satisfies InputOf<typeof getRevenueTotals> },
  },
  getAgentAt: "by the dashboard alone",
  getLineage: "everywhere, and its one parameter is for pages of the dashboard",
  listChildren: "by the dashboard alone: elsewhere by getLineage",
  getRevenueTimeline: "by the dashboard alone",
  listTopEarners: "by the dashboard alone",
  getStats: "by the dashboard alone",
  getHealth: "by doctor, which needs no parameter",
};

type Operation = { operationId: string; parameters?: { name: string; in: string }[] };

function readParameters(): Map<string, string[]> {
  const file = new URL("../../../apps/api/openapi.json", import.meta.url);
  const { paths } = JSON.parse(readFileSync(file, "utf8")) as {
    paths: Record<string, Record<string, Operation>>;
  };
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const asked = operations.map(({ operationId, parameters = [] }) => {
    const names = parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name);
    return [operationId, names] as const;
  });
  return new Map(asked.filter(([, names]) => names.length > 0));
}

const context = { console: createConsole({ process }), env: {}, cwd: "/", askPassword: undefined };

/** What each command and each tool takes, as `command agents` and `tool list_agents`. */
async function readPlaces(): Promise<Map<string, string[]>> {
  const commands = createProgram(context).commands.map((command) => {
    return [`command ${command.name()}`, command.options.map((option) => option.attributeName())] as const;
  });
  const session = openSession({ context, flags: { rpcUrl: "http://127.0.0.1:1" } });
  const server = createServer({ session, key: undefined });
  const client = new Client({ name: "test", version: "1" });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(ours), client.connect(theirs)]);
  const { tools } = await client.listTools();
  await client.close();
  const inputs = tools.map(({ name, inputSchema }) => {
    return [`tool ${name}`, Object.keys(inputSchema.properties ?? {})] as const;
  });
  return new Map([...commands, ...inputs]);
}

test("every operation with parameters is known here, and no other", () => {
  assert.deepEqual([...readParameters().keys()].sort(), Object.keys(OPERATIONS).sort());
});

test("SDK, command line and MCP take the parameters that the document names, but for those that are left out on purpose", async () => {
  const taken = await readPlaces();
  for (const [operationId, parameters] of readParameters()) {
    const places = OPERATIONS[operationId];
    if (typeof places !== "object") continue;
    for (const [where, { inputs, named = {}, leftOut = {} }] of Object.entries(places)) {
      const names = inputs === undefined ? taken.get(where) : Object.keys(inputs);
      assert.ok(names, `there is no ${where}`);
      const forgotten = parameters.filter((name) => !names.includes(named[name] ?? name));
      assert.deepEqual(forgotten, Object.keys(leftOut), `${operationId} at ${where}`);
    }
  }
});
