import assert from "node:assert/strict";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { before, describe, test } from "node:test";
import {
  type HaftungspersonResponse,
  hashCapabilities,
  hashConstitution,
  type Registration,
} from "@agent-registry/sdk";
import { type Stack, useStack } from "@agent-registry/sdk/testing";
import { type DevAccount, devAccounts, waitUntil } from "@agent-registry/testkit";
import { bytesToHex } from "viem";
import { newPerson, readError, runCli, runHere, runJson, runUnread } from "./testing/run-cli.ts";

let stack: Stack;
before(async () => {
  stack = await useStack();
});

const haftungsperson = devAccounts.haftungsperson.address;
const toKey = (account: DevAccount) => bytesToHex(account.getHdKey().privateKey ?? new Uint8Array());
const haftungspersonKey = toKey(devAccounts.haftungsperson);

/** A new folder with a fresh key, below the one that holds the stack's file. */
async function newAgent() {
  const cwd = mkdtempSync(path.join(stack.folder, "agent-"));
  const { stdout } = await runHere(["keygen", "--json"], { cwd });
  return { cwd, address: (JSON.parse(stdout) as { address: string }).address };
}

async function newFundedAgent() {
  const agent = await newAgent();
  await stack.chain.test.setBalance({ address: agent.address as `0x${string}`, value: 10n ** 18n });
  return agent;
}

/** The API's index follows the chain within moments. */
function waitForApi(agentId: number): Promise<void> {
  return waitUntil(async () => {
    const answer = await fetch(`${stack.settings.apiUrl}/api/v1/agent/${agentId}/revenue`);
    return answer.status === 200;
  }, "the API knows the agent");
}

const modes = [
  { name: "through the relayer", flags: [], create: newAgent, paidBy: "relayer" },
  { name: "directly", flags: ["--direct"], create: newFundedAgent, paidBy: "account" },
] as const;

for (const mode of modes) {
  describe(`an agent's life ${mode.name}`, () => {
    test("keygen, register, confirm, kya, attest, revenue, update, agent, terminate", async () => {
      const { cwd, address } = await mode.create();
      const run = <T = Record<string, unknown>>(...args: string[]) =>
        runJson<T>([...args, ...mode.flags], { cwd });
      const rules = path.join(cwd, "rules.md");
      writeFileSync(rules, "Be honest.\r\n");

      const before = await runCli(["kya", address], { cwd });
      assert.equal(before.code, 3);
      assert.match(before.stdout, /NOT registered/);

      const registration = await run<Registration>(
        ...["register", "--haftungsperson", haftungsperson, "--scope", "Summarises filings"],
        ...["--constitution", rules, "--capability", "search,summarise", "--self-modifying"],
      );
      assert.equal(registration.paidBy, mode.paidBy);
      const { agentId } = registration;

      const notAgreed = await runHere(["kya", address], { cwd });
      assert.equal(notAgreed.code, 4);
      assert.match(
        notAgreed.stdout,
        /^Compliant, but NOT agreed: the Haftungsperson has not agreed to answer for it\.\n/,
      );
      assert.equal((await runHere(["kya", address, "--allow-not-agreed"], { cwd })).code, 0);
      const person = { cwd, env: { AGENT_PRIVATE_KEY: haftungspersonKey } };
      const confirm = ["confirm", String(agentId), "--yes", ...mode.flags, "--constitution"];
      const other = path.join(cwd, "other.md");
      writeFileSync(other, "Be rich.\n");
      const mismatch = await runHere([...confirm, other], person);
      assert.equal(mismatch.code, 1);
      assert.match(mismatch.stderr, /not the constitution of agent \d+\. .*Nothing was written/);
      const agreement = await runJson<{ consents: object }>([...confirm, rules], person);
      assert.deepEqual(
        { ...agreement.consents, recordHash: "0x" },
        {
          agentId,
          recordHash: "0x",
          wallet: "agreed",
          haftungsperson: "agreed",
          parent: null,
          proposedHaftungsperson: null,
          pendingWallet: null,
          attester: null,
        },
      );
      const compliant = await runCli(["kya", address], { cwd });
      assert.equal(compliant.code, 0);
      assert.match(compliant.stdout, /^Compliant and agreed/);

      await run("attest");
      await run(
        "revenue",
        "--amount",
        "12.50",
        "--currency",
        "EUR",
        "--category",
        "research",
        "--from",
        "2026-01-01",
      );
      await run("update", "--constitution", rules, "--capability", "translate");

      const { agent } = await run<{ agent: Record<string, unknown> }>("agent", String(agentId));
      assert.equal(agent.agentWallet, address);
      assert.equal(agent.constitutionHash, hashConstitution("Be honest.\n"));
      assert.equal(agent.capabilityHash, hashCapabilities(["translate"]));
      assert.equal(agent.selfModifying, true);
      const hashes = await run<Record<string, string>>("hash", rules, "--capability", "translate");
      assert.equal(hashes.constitutionHash, agent.constitutionHash);
      assert.equal(hashes.capabilityHash, agent.capabilityHash);
      assert.match((await runHere(["agent", address], { cwd })).stdout, new RegExp(`^Agent ${agentId}\n`));

      const refused = await runHere(["terminate", ...mode.flags], { cwd });
      assert.equal(refused.code, 1);
      assert.match(refused.stderr, /cannot be undone.*--yes.*Nothing was written/);
      assert.match(
        refused.stderr,
        new RegExp(`scope +Summarises filings\n +wallet +${address}\n +haftungsperson +0x`),
      );
      await run("terminate", "--yes");
      const after = await runHere(["kya", address, "--json"], { cwd });
      assert.equal(after.code, 2);
      assert.equal(JSON.parse(after.stdout).reason, "terminated");
    });
  });
}

test("a parent registers a child, which inherits the Haftungsperson; the API lists both and draws the tree", async () => {
  const parent = await newAgent();
  const child = await newAgent();
  const at = { cwd: parent.cwd };
  const { agentId } = await runJson<Registration>(
    ["register", "--haftungsperson", haftungsperson, "--scope", "Parent of lineage"],
    at,
  );
  const { agentId: childId } = await runJson<Registration>(
    ["register", "--parent", String(agentId), "--wallet", child.address, "--scope", "Child of lineage"],
    at,
  );
  // A lineage is cached once it was asked for.
  await waitForApi(childId);
  const tree = await runHere(["lineage", String(agentId)], at);
  assert.match(tree.stdout, new RegExp(`^#${agentId} Active .*\n└─ #${childId} Active 0x`));
  const list = await runHere(["agents", "--search", "of lineage"], at);
  assert.match(list.stdout, /Parent of lineage\n/);
  assert.match(list.stdout, /Page 1 of 1; 2 agents\./);
  const person = await runHere(["person", parent.address, "--role", "creator", "--sort", "agentId"], at);
  assert.match(person.stdout, new RegExp(`^${parent.address} registered 2 agents\\.\n`));
  assert.match(person.stdout, /compliant +2 of 2 \(100\.0 %\)/);
  assert.match(person.stdout, /Child of lineage\nPage 1 of 1; 2 agents\./);
  const { summary } = await runJson<HaftungspersonResponse>(["person", haftungsperson, "--limit", "1"], at);
  const { agreed, refused, none } = summary.consents;
  assert.ok(none >= 2);
  assert.equal(agreed + refused + none, summary.totalAgents);
  const byApi = await runHere(["kya", child.address, "--source", "api", "--json"], at);
  assert.equal(JSON.parse(byApi.stdout).verdict, "compliant");
});

test("a list of wallets is checked at once by a policy, in the list's order", async () => {
  const [parent, child, stranger] = [await newAgent(), await newAgent(), await newAgent()];
  const at = { cwd: parent.cwd };
  const register = (cwd: string, ...more: string[]) =>
    runJson<Registration>(["register", "--haftungsperson", haftungsperson, "--scope", "Listed", ...more], {
      cwd,
    });
  const { agentId: parentId } = await register(parent.cwd);
  const { agentId: childId } = await register(
    parent.cwd,
    ...["--parent", String(parentId), "--wallet", child.address],
  );
  await waitForApi(childId);
  const file = path.join(parent.cwd, "customers.txt");
  writeFileSync(file, `# Customers\n${child.address} # the child\n\n${stranger.address}\n${child.address}\n`);

  type Listed = { total: number; admissibleCount: number; data: { agentId: number; source: string }[] };
  const list = ["kya", "--file", file, "--allow-not-agreed"];
  const listed = await runHere([...list, "--json"], at);
  assert.equal(listed.code, 3);
  const { total, admissibleCount, data } = JSON.parse(listed.stdout) as Listed;
  assert.deepEqual([total, admissibleCount], [3, 2]);
  assert.deepEqual(
    data.map(({ agentId, source }) => [agentId, source]),
    [
      [childId, "api"],
      [null, "api"],
      [childId, "api"],
    ],
  );
  const byChain = await runHere([...list, "--source", "chain"], at);
  assert.match(byChain.stdout, /NO +not-registered\n(.*\n)+2 of 3 wallets are admissible, by the chain, 20/);

  await runJson(["suspend", String(parentId), "--reason", "Under review"], {
    ...at,
    env: { REGULATOR_PRIVATE_KEY: toKey(devAccounts.owner) },
  });
  writeFileSync(file, `${child.address}\n`);
  assert.equal((await runHere([...list, "--source", "chain"], at)).code, 0);
  const orphaned = await runHere([...list, "--source", "chain", "--lineage"], at);
  assert.equal(orphaned.code, 4);
  assert.match(orphaned.stdout, /NO +ancestor-suspended\n/);
  const single = await runHere(["kya", child.address, "--allow-not-agreed", "--lineage"], at);
  assert.equal(single.code, 4);
  assert.match(single.stdout, /^Compliant, but NOT admissible: ancestor-suspended\.\n/);
  const old = ["kya", child.address, "--allow-not-agreed", "--max-attestation-age"];
  assert.equal((await runHere([...old, "86400"], at)).code, 0);

  writeFileSync(file, `${child.address}\nnobody\n`);
  const bad = await runHere([...list, "--json"], at);
  assert.equal(bad.code, 1);
  assert.match(readError(bad.stderr).error, /line 2: nobody\. Nothing was asked\.$/);
  assert.equal((await runHere([...list, child.address], at)).code, 1);
  const missing = await runHere(["kya", "--file", `${file}.not`], at);
  assert.match(missing.stderr, /cannot be read \(ENOENT\)/);
  const piped = await runCli(["kya", "--file", "-"], at);
  assert.match(piped.stderr, /The standard input names no wallet/);
});

test("a regulator suspends, reactivates and revokes", async () => {
  const { cwd, address } = await newAgent();
  const { agentId } = await runJson<Registration>(
    ["register", "--haftungsperson", haftungsperson, "--scope", "Watched"],
    { cwd },
  );
  const regulator = { cwd, env: { REGULATOR_PRIVATE_KEY: toKey(devAccounts.owner) } };
  const id = String(agentId);

  const noKey = await runHere(["suspend", id, "--reason", "x"], { cwd });
  assert.equal(noKey.code, 1);
  assert.match(noKey.stderr, /needs the regulator's key/);

  await runJson(["suspend", id, "--reason", "Under review"], regulator);
  assert.equal((await runHere(["kya", address], { cwd })).code, 2);
  const attest = await runHere(["attest"], { cwd });
  assert.equal(attest.code, 1);
  assert.match(attest.stderr, /Agent not active/);
  const twice = await runHere(["suspend", id, "--reason", "Again"], regulator);
  assert.equal(twice.code, 1);
  assert.match(twice.stderr, /Agent \d+ is suspended already\. Nothing was written\./);
  await runJson(["reactivate", id], regulator);
  assert.match((await runHere(["reactivate", id], regulator)).stderr, /Agent \d+ is active already\./);
  assert.equal((await runHere(["kya", address, "--allow-not-agreed"], { cwd })).code, 0);
  const unasked = await runHere(["revoke", id, "--reason", "Fraud"], regulator);
  assert.match(
    unasked.stderr,
    /scope +Watched\n.*\n +haftungsperson +0x.*\nError: Revoking agent \d+ cannot be undone\./,
  );
  await runJson(["revoke", id, "--reason", "Fraud", "--yes"], regulator);
  assert.match((await runHere(["kya", address], { cwd })).stdout, /revoked for good/);
  await waitUntil(async () => {
    const { stdout } = await runHere(["enforcement", "--kind", "revoked", "--limit", "5"], { cwd });
    return stdout.includes(`agent ${id}  revoked: "Fraud"  by ${devAccounts.owner.address}\n`);
  }, "the revocation is listed");
  const late = await runHere(["suspend", id, "--reason", "Late"], regulator);
  assert.match(late.stderr, /Agent \d+ is revoked, and stays so for good\. Nothing was written\./);
});

test("the owner appoints and dismisses a regulator, and everyone sees who is one", async () => {
  const { cwd, address } = await newAgent();
  const owner = { cwd, env: { OWNER_PRIVATE_KEY: toKey(devAccounts.owner) } };
  const list = () => runJson<{ owner: string; regulators: string[] }>(["regulator", "list"], { cwd });
  const refusal = async (args: string[], env = {}) => (await runHere(args, { cwd, env })).stderr;
  const [add, remove] = [
    ["regulator", "add", address],
    ["regulator", "remove", address],
  ];
  const before = await list();
  assert.equal(before.owner, devAccounts.owner.address);
  assert.ok(!before.regulators.includes(address));
  assert.match(await refusal(add), /needs the owner's key/);
  assert.match(await refusal(add, { OWNER_PRIVATE_KEY: haftungspersonKey }), /Only owner/);
  assert.match(await refusal(remove, owner.env), /is no regulator\. Nothing was written/);

  assert.equal((await runJson(add, owner)).isRegulator, true);
  assert.ok((await list()).regulators.includes(address));
  assert.match(await refusal(add, owner.env), /is a regulator already\. Nothing was written/);
  assert.equal((await runJson(remove, owner)).isRegulator, false);
  assert.deepEqual(await list(), before);
});

test("a wallet's standing is told as of an earlier block or time", async () => {
  const { cwd, address } = await newAgent();
  type Written = Registration & { blockNumber: number };
  const { agentId, blockNumber: entered } = await runJson<Written>(
    ["register", "--haftungsperson", haftungsperson, "--scope", "Of the past"],
    { cwd },
  );
  const { blockNumber: suspended } = await runJson<Written>(
    ["suspend", String(agentId), "--reason", "Under review"],
    { cwd, env: { REGULATOR_PRIVATE_KEY: toKey(devAccounts.owner) } },
  );
  await waitUntil(async () => {
    const answer = await fetch(`${stack.settings.apiUrl}/ready`);
    return ((await answer.json()) as { indexedBlock: number }).indexedBlock >= suspended;
  }, "the API knows of the suspension");

  const at = (block: number, ...more: string[]) =>
    runHere(["kya", address, "--at-block", String(block), ...more], { cwd });
  assert.equal((await at(entered - 1)).code, 3);
  const then = await at(entered);
  assert.equal(then.code, 4);
  assert.match(then.stdout, /^As of 20\S+Z: Compliant, but NOT agreed: /);
  assert.match(then.stdout, new RegExp(`\n  up to block +${entered}\n`));
  assert.equal((await at(entered, "--allow-not-agreed")).code, 0);
  const later = await at(suspended, "--json");
  assert.equal(later.code, 2);
  const answer = JSON.parse(later.stdout) as { reason: string; asOf: { timestamp: string; block: number } };
  assert.deepEqual([answer.reason, answer.asOf.block], ["suspended", suspended]);

  const byTime = await runHere(["kya", address, "--at", answer.asOf.timestamp, "--json"], { cwd });
  assert.equal(JSON.parse(byTime.stdout).reason, "suspended");
  const longAgo = await runHere(["kya", address, "--at", "2000-01-01T12:00Z"], { cwd });
  assert.equal(longAgo.code, 3);
  assert.match(
    longAgo.stdout,
    /^As of 2000-01-01T12:00:00\.000Z: NOT registered.*\n(.*\n)* {2}up to block +none yet\n/,
  );
  const notYet = await runHere(["kya", address, "--at", "2999-01-01"], { cwd });
  assert.equal(notYet.code, 1);
  assert.match(notYet.stderr, /Not yet: the register is at block \d+ of 20/);
});

describe("keys", () => {
  test("keygen writes for its owner only and never over a file", async () => {
    const { cwd } = await newAgent();
    const file = path.join(cwd, ".agent-registry", "agent.key");
    assert.equal(statSync(file).mode & 0o777, 0o600);
    const before = readFileSync(file, "utf8");
    const again = await runHere(["keygen"], { cwd });
    assert.equal(again.code, 1);
    assert.match(again.stderr, /exists already and is left alone/);
    assert.equal(readFileSync(file, "utf8"), before);
  });

  test("a key file that others can read is refused", async () => {
    const { cwd } = await newAgent();
    chmodSync(path.join(cwd, ".agent-registry", "agent.key"), 0o644);
    const { code, stderr } = await runHere(["attest"], { cwd });
    assert.equal(code, 1);
    assert.match(stderr, /can be read by others: run `chmod 600/);
  });

  test("a damaged key is never shown", async () => {
    const cwd = mkdtempSync(path.join(stack.folder, "damaged-"));
    const { code, stderr } = await runHere(["attest"], {
      cwd,
      env: { AGENT_PRIVATE_KEY: "0xdeadbeefsecret", DEBUG: "1" },
    });
    assert.equal(code, 1);
    assert.match(stderr, /AGENT_PRIVATE_KEY does not hold a private key/);
    assert.doesNotMatch(stderr, /deadbeef/);
  });

  test("a command without a key says how to make one", async () => {
    const cwd = mkdtempSync(path.join(stack.folder, "keyless-"));
    const { code, stderr } = await runHere(["attest"], { cwd });
    assert.equal(code, 1);
    assert.match(stderr, /agent-registry keygen/);
  });
});

describe("bad input gets a sentence, exit code 1 and no stack", () => {
  const register = ["register", "--haftungsperson", haftungsperson, "--scope", "x"];
  const revenue = ["revenue", "--currency", "EUR", "--category", "research"];
  const cases: { args: string[]; says: RegExp }[] = [
    { args: ["kya", "0x12"], says: /not a valid address/ },
    { args: ["kya", haftungsperson, "--at", "yesterday"], says: /must be a day such as/ },
    { args: ["kya", haftungsperson, "--at-block", "latest"], says: /whole number from 0 on/ },
    {
      args: ["kya", haftungsperson, "--at", "2026-03-01", "--at-block", "1"],
      says: /'--at <time>' cannot be used with option '--at-block <number>'/,
    },
    {
      args: ["kya", haftungsperson, "--at", "2026-03-01", "--prove"],
      says: /'--at <time>' cannot be used with option '--prove'/,
    },
    {
      args: ["kya", "--at-block", "1", "--file", "customers.txt"],
      says: /'--at-block <number>' cannot be used with option '--file <file>'/,
    },
    {
      args: ["kya", haftungsperson, "--at-block", "1", "--source", "chain"],
      says: /leave out --source chain/,
    },
    { args: ["agent", "0"], says: /whole number from 1 on/ },
    { args: ["agent", "987654"], says: /Agent not found/ },
    { args: ["attest", "987654"], says: /Agent not found/ },
    { args: ["attest"], says: /No agent is registered for the wallet/ },
    { args: ["register", "--scope", "x"], says: /give --haftungsperson/ },
    { args: ["register", "--haftungsperson", haftungsperson], says: /required option '--scope/ },
    { args: [...register, "--scope", " "], says: /--scope.*It says nothing/ },
    { args: ["suspend", "1", "--reason", ""], says: /--reason.*It says nothing/ },
    { args: ["revoke", "1", "--reason", " ", "--yes"], says: /--reason.*It says nothing/ },
    { args: [...register, "--constitution", "missing.md"], says: /cannot be read \(ENOENT\)/ },
    { args: [...register, "--capability", "a,,b"], says: /name is empty/ },
    { args: [...register, "--parent", "987654"], says: /Parent agent not found/ },
    { args: [...revenue, "--amount", "1.234", "--from", "2026-01-01"], says: /at most two places/ },
    {
      args: [
        "revenue",
        "1",
        ...["--amount", "1", "--currency", "EURO", "--category", "x", "--from", "2026-01-01"],
      ],
      says: /"EURO" is no usual code.*Give --yes to confirm\. Nothing was written/,
    },
    { args: [...revenue, "--amount", "1", "--from", "yesterday"], says: /must be a day such as/ },
    { args: [...revenue, "--amount", "1", "--from", "2026-02-30"], says: /must be a day such as/ },
    { args: ["attest", "--watch", "--check-every", "1e-9"], says: /number of seconds from 0\.1 on/ },
    { args: ["attest", "7", "--all"], says: /leave out either --all or an agent's id/ },
    { args: ["attest", "--watch", "--all"], says: /leave out either --all or --watch/ },
    { args: ["confirm", "987654"], says: /Agent not found/ },
    { args: ["decline", "987654"], says: /Agent not found/ },
    { args: ["accept", "987654"], says: /Agent not found/ },
    { args: ["handover", "987654", "--cancel"], says: /Agent not found/ },
    { args: ["handover", "1"], says: /either --to .* or --cancel/ },
    { args: ["handover", "1", "--cancel", "--to", haftungsperson], says: /either --to .* or --cancel/ },
    { args: ["handover", "1", "--to", "0x12"], says: /--to is not a valid address: 0x12/ },
    {
      args: [...register, "--haftungsperson-key-file", "missing.key"],
      says: /There is no key file missing\.key/,
    },
    { args: ["update", "1"], says: /Nothing to update/ },
    { args: ["agents", "--status", "gone"], says: /Allowed choices are Active/ },
    { args: ["kya", haftungsperson, "--rpc-url", "mars"], says: /neither the URL of an RPC node/ },
    {
      args: ["kya", haftungsperson, "--rpc-url", "http://127.0.0.1:1", "--registry", haftungsperson],
      says: /RPC node did not answer/,
    },
    { args: ["agents", "--api", "http://127.0.0.1:1"], says: /query API does not answer/ },
    { args: ["attest", "1", "--relayer", "http://127.0.0.1:1"], says: /not authorized|Not authorized/ },
    { args: ["frobnicate"], says: /unknown command/ },
  ];
  let cwd: string;
  before(async () => {
    ({ cwd } = await newAgent());
  });
  for (const { args, says } of cases) {
    test(args.join(" "), async () => {
      const { code, stdout, stderr } = await runHere(args, { cwd });
      assert.equal(code, 1);
      assert.match(stderr, says);
      assert.doesNotMatch(stderr, /^\s+at /m);
      assert.equal(stdout, "");
    });
  }

  test("an error is JSON with --json", async () => {
    const { stderr } = await runHere(["agent", "987654", "--json"], { cwd });
    assert.equal(readError(stderr).reason, "agent-not-found");
    assert.doesNotMatch(stderr, /written/, "it only reads");
    const usage = await runHere(["agent", "zero", "--json"], { cwd });
    assert.equal(readError(usage.stderr).reason, "usage");
  });

  test("an error shows its stack with DEBUG", async () => {
    const { stderr } = await runHere(["agent", "987654"], { cwd, env: { DEBUG: "1" } });
    assert.match(stderr, /^\s+at /m);
  });
});

test("an RPC node's address, which may hold a key, is never shown whole", async () => {
  const { cwd } = await newAgent();
  const rpcUrl = "http://127.0.0.1:1/v2/a-key-of-somebody";
  const { registryAddress } = stack.settings;
  const report = ["--amount", "1", "--currency", "EUR", "--category", "research", "--from", "2026-01-01"];
  for (const end of [[], ["--to", "2026-02-01"]]) {
    const args = ["revenue", "1", ...report, ...end, "--rpc-url", rpcUrl, "--registry", registryAddress];
    const { code, stderr } = await runHere(args, { cwd });
    assert.equal(code, 1);
    assert.match(stderr, /^Error: The chain's RPC node did not answer.*\n$/);
  }
});

test("a URL of the wrong service is named as what to check", async () => {
  const { cwd } = await newAgent();
  const { apiUrl, relayerUrl } = stack.settings;
  const agents = await runHere(["agents", "--api", relayerUrl], { cwd });
  assert.match(agents.stderr, /is not the query API.*check REGISTRY_API_URL/);
  const entry = ["--haftungsperson", haftungsperson, "--scope", "Lost"];
  const register = await runHere(["register", ...entry, "--relayer", apiUrl], { cwd });
  assert.match(register.stderr, /is not a relayer.*check RELAYER_URL/);
});

test("a reader that closes the output causes no stack, and the exit code stays", async () => {
  const { cwd, address } = await newAgent();
  const { code, stderr } = await runUnread(["kya", address], { cwd });
  assert.equal(code, 3);
  assert.match(stderr, /^Register: .*\n$/);
  assert.deepEqual(await runUnread(["--help"], { cwd }), { code: 0, stderr: "" });
});

test("a register that somebody else planted in a shared folder is not asked", async () => {
  const shared = mkdtempSync(path.join(tmpdir(), "shared-"));
  mkdirSync(path.join(shared, ".local"));
  const planted = path.join(shared, ".local", "stack.json");
  writeFileSync(planted, JSON.stringify(stack.settings));
  chmodSync(planted, 0o666);
  const [person, liable] = await Promise.all([newPerson(stack.folder), newPerson(stack.folder)]);
  const entry = ["register", "--haftungsperson-key-file", liable.keyFile];
  await person.runJson(...entry, "--scope", "Says that it is fine");
  assert.equal((await person.run("kya", person.address)).code, 0, "the planted register would say so");

  const kya = await runHere(["kya", person.address], { cwd: shared });
  assert.equal(kya.code, 1);
  assert.equal(kya.stdout, "");
  assert.match(kya.stderr, /stack\.json is not used: other users can write it\.\n/);
  rmSync(shared, { recursive: true });
});

test("filings has every filing of the register, and goes on where it ended", async () => {
  const { cwd } = await newAgent();
  const { agentId } = await runJson<Registration>(
    ["register", "--haftungsperson", haftungsperson, "--scope", "Followed"],
    { cwd },
  );
  await waitForApi(agentId);
  const read = async (...args: string[]) => {
    const { code, stdout, stderr } = await runHere(["filings", ...args, "--json"], { cwd });
    assert.equal(code, 0, stderr);
    const toObjects = (text: string) =>
      text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
    return { filings: toObjects(stdout), next: String(toObjects(stderr).at(-1).next) };
  };
  const all = await read("--all");
  assert.deepEqual(
    all.filings.map(({ sequence }) => sequence),
    all.filings.map((_, index) => index + 1),
  );
  assert.ok(all.filings.some((filing) => filing.kind === "registered" && filing.agentId === agentId));
  const first = await read("--all", "--limit", "1");
  assert.deepEqual(first.filings, all.filings.slice(0, 1));
  assert.deepEqual((await read("--after", first.next)).filings, all.filings.slice(1));
  assert.deepEqual((await read("--after", all.next)).filings, []);
  const newest = await read("--limit", "2");
  assert.deepEqual(newest, { filings: all.filings.slice(-2).reverse(), next: all.next });
});
