import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type EnforcementFiling, EnforcementResponse } from "@agent-registry/protocol";
import {
  deployLocally,
  devAccount,
  devAccounts,
  type LocalChain,
  parseExactly,
  startChain,
  type TestPostgres,
  testedEngines,
  usePostgres,
} from "@agent-registry/testkit";
import type { Address } from "viem";
import { readAtom } from "./testing/read-atom.ts";
import { createRegister, type Sent } from "./testing/register-calls.ts";
import { startRunningApi } from "./testing/running-api.ts";

const { haftungsperson, stranger, owner } = devAccounts;
const [first, second, third] = [devAccount(8), devAccount(9), devAccount(10)];
const successor = devAccount(14);
const [fourth, fifth, sixth] = [devAccount(11), devAccount(12), devAccount(13)];

let chain: LocalChain;
let postgres: TestPostgres;
let registryAddress: Address;
let revocation: Sent;

/** What regulators and refusals do, once on the chain; both engines must show it alike. */
async function live(): Promise<void> {
  const { register, call, accept } = createRegister({ chain, registryAddress });
  const punished = await register(first, { agentWallet: first.address });
  await call(owner, "suspendAgent", punished.id, "Complaint <12>");
  await call(owner, "reactivateAgent", punished.id);
  revocation = await call(owner, "revokeAgent", punished.id, "Fraud");
  const ended = await register(second, { agentWallet: second.address });
  await call(second, "terminateSelf", ended.id);
  const refused = await register(third, { agentWallet: third.address });
  await call(haftungsperson, "declineAgent", refused.id);
  await call(owner, "reactivateAgent", refused.id);
  const unasked = await register(stranger, { agentWallet: fourth.address });
  await call(fourth, "declineAgent", unasked.id);
  const released = await register(stranger, { agentWallet: fifth.address });
  await call(owner, "releaseWallet", released.id);
  const child = await register(stranger, { agentWallet: sixth.address, parentAgentId: refused.id });
  await call(third, "proposeHaftungsperson", refused.id, first.address);
  await call(stranger, "proposeHaftungsperson", child.id, successor.address);
  await call(third, "declineAgent", child.id);
  await accept(successor, "acceptHaftungsperson", child.id);
  // The Haftungsperson, whose refusal stands, suspends the agent once more.
  await call(haftungsperson, "declineAgent", refused.id);
}

const toWords = ({ action, agentId, kind }: EnforcementFiling) => [action, agentId, kind];

before(async () => {
  [chain, postgres] = await Promise.all([startChain(), usePostgres()]);
  registryAddress = (await deployLocally(chain)).registryAddress;
  await live();
});
after(async () => {
  await Promise.all([chain?.stop(), postgres?.stop()]);
});

for (const engine of testedEngines) {
  describe(`following a register (${engine})`, () => {
    let api: Awaited<ReturnType<typeof startRunningApi>>;
    before(async () => {
      api = await startRunningApi({
        RPC_URL: chain.rpcUrl,
        REGISTRY_ADDRESS: registryAddress,
        DASHBOARD_URL: "https://register.example",
        ...(engine === "postgres" ? { DATABASE_URL: await postgres.createDatabase() } : {}),
      });
      await api.waitUntilReady();
    });
    after(() => api?.stop());

    const list = async (query = "") => {
      const { status, body } = await api.get(`/api/v1/enforcement${query}`);
      assert.equal(status, 200);
      return parseExactly(EnforcementResponse, body);
    };

    it("enforcement lists each action once, newest first, and not what agents end themselves", async () => {
      const { data, next } = await list();
      assert.deepEqual(data.map(toWords), [
        ["refused", 3, "consent-refused"],
        ["refused", 6, "consent-refused"],
        ["released", 5, "wallet-released"],
        ["refused", 4, "wallet-released"],
        ["reactivated", 3, "status-changed"],
        ["refused", 3, "consent-refused"],
        ["revoked", 1, "status-changed"],
        ["reactivated", 1, "status-changed"],
        ["suspended", 1, "status-changed"],
      ]);
      assert.equal(next, null);
      const revoked = data.find(({ action }) => action === "revoked");
      assert.equal(revoked?.kind === "status-changed" && revoked.reason, "Fraud");
      assert.equal(revoked?.transactionHash, revocation.transactionHash);
      assert.equal(revoked?.actor, owner.address);
      const { hash } = await chain.reader.getBlock({ blockNumber: BigInt(revoked?.blockNumber ?? 0) });
      assert.equal(revoked?.blockHash, hash);
    });

    it("enforcement is filtered by kind and by who acted", async () => {
      assert.deepEqual((await list("?kind=reactivated")).data.map(toWords), [
        ["reactivated", 3, "status-changed"],
        ["reactivated", 1, "status-changed"],
      ]);
      const byOwner = await list(`?regulator=${owner.address}`);
      assert.deepEqual(
        byOwner.data.map(({ action }) => action),
        ["released", "reactivated", "revoked", "reactivated", "suspended"],
      );
      const both = await list(`?regulator=${owner.address.toLowerCase()}&kind=refused`);
      assert.deepEqual(both, { data: [], next: null });
    });

    it("enforcement is paged through without gaps", async () => {
      const whole = await list();
      const paged: EnforcementFiling[] = [];
      for (let next: string | null = ""; next !== null; ) {
        const page = await list(`?limit=3${next === "" ? "" : `&after=${next}`}`);
        paged.push(...page.data);
        next = page.next;
      }
      assert.deepEqual(paged, whole.data);
      const findLink = async (query: string) =>
        (await api.get(`/api/v1/enforcement${query}`)).headers.get("link");
      assert.equal(await findLink("?limit=3"), `<?limit=3&after=${whole.data[2]?.sequence}>; rel="next"`);
      assert.equal(await findLink(""), null);
    });

    const readFeed = async (path: string) => {
      const response = await fetch(`${api.url}/api/v1${path}`);
      assert.equal(response.status, 200);
      assert.equal(response.headers.get("content-type"), "application/atom+xml");
      const feed = readAtom(await response.text());
      const etag = response.headers.get("etag") ?? "";
      const again = await fetch(`${api.url}/api/v1${path}`, { headers: { "if-none-match": etag } });
      assert.equal(again.status, 304);
      return { ...feed, titles: feed.entries.map(({ title }) => title) };
    };

    it("feeds tell the newest first: of the register, of one agent, of enforcement", async () => {
      const all = await readFeed("/feeds/filings.atom");
      assert.equal(all.titles.length, 23);
      assert.equal(all.titles[3], "Agent 6: The parent refused this agent as its child");
      const agent = await readFeed("/agent/1/feed.atom");
      assert.deepEqual(agent.titles, [
        "Agent 1: Revoked: “Fraud”",
        "Agent 1: Reactivated",
        "Agent 1: Suspended: “Complaint <12>”",
        "Agent 1: Registered",
      ]);
      assert.equal(agent.url, "https://register.example/agents/1");
      const enforcement = await readFeed("/enforcement/feed.atom");
      assert.equal(enforcement.titles.length, 9);
      const ids = new Set(all.entries.map(({ id }) => id));
      for (const { id } of [...agent.entries, ...enforcement.entries])
        assert.ok(ids.has(id), "one id in all feeds");
    });

    it("a person's feed holds the agents that name it, and handovers to it and from it", async () => {
      const person = await readFeed(`/haftungsperson/${haftungsperson.address}/feed.atom`);
      assert.ok(person.titles.includes("Agent 1: Revoked: “Fraud”"));
      const handover = `Agent 6: Handed over: ${successor.address} agreed to answer for this agent, instead of ${haftungsperson.address}`;
      assert.equal(person.titles[2], handover);
      assert.ok(
        !person.titles.includes("Agent 6: Registered as a child of agent 3"),
        "it is another's agent now",
      );
      const next = await readFeed(`/haftungsperson/${successor.address.toLowerCase()}/feed.atom`);
      assert.deepEqual(
        [next.titles[0], next.titles[2]],
        [handover, `Agent 6: Handover proposed: ${successor.address} is to take over as Haftungsperson`],
      );
      const asked = await readFeed(`/haftungsperson/${first.address}/feed.atom`);
      assert.deepEqual(asked.titles, [
        `Agent 3: Handover proposed: ${first.address} is to take over as Haftungsperson`,
      ]);
      assert.deepEqual((await readFeed(`/haftungsperson/${sixth.address}/feed.atom`)).titles, []);
    });

    it("feeds of what does not exist are errors", async () => {
      const unknown = await api.get("/api/v1/agent/99/feed.atom");
      assert.deepEqual([unknown.status, unknown.body], [404, { error: "Agent not found: 99" }]);
      const invalid = await api.get("/api/v1/haftungsperson/0x12/feed.atom");
      assert.deepEqual([invalid.status, invalid.body], [400, { error: "Invalid address: 0x12" }]);
    });

    for (const query of ["kind=fined", "regulator=0x12", "after=x", "limit=0"]) {
      it(`enforcement refuses ${query}`, async () => {
        const { status, body } = await api.get(`/api/v1/enforcement?${query}`);
        assert.equal(status, 400);
        assert.match(body.error, new RegExp(`^Invalid ${query.split("=")[0]}: `));
      });
    }
  });
}
