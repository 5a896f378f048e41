import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { before, test } from "node:test";
import type { AgentConsents, Registration } from "@agent-registry/sdk";
import { type Stack, useStack } from "@agent-registry/sdk/testing";
import { newPerson } from "./testing/run-cli.ts";

let stack: Stack;
before(async () => {
  stack = await useStack();
});

const person = () => newPerson(stack.folder);
const missing = (stdout: string) =>
  stdout.match(/^\w+ has not agreed yet: .*$/gm)?.map((line) => line.replace(/\d+$/, "<id>")) ?? [];

test("register says who has yet to agree, and how", async () => {
  const [agent, other, child, named] = await Promise.all([person(), person(), person(), person()]);
  const entry = ["register", "--haftungsperson", named.address, "--scope", "Summarises filings"];
  const own = await agent.run(...entry);
  assert.deepEqual(missing(own.stdout), [
    "Haftungsperson has not agreed yet: npx agent-registry confirm <id>",
  ]);
  const parentId = own.stdout.match(/^Registered agent (\d+)\./)?.[1] ?? "";
  assert.match(own.stdout, new RegExp(`confirm ${parentId}\n`));

  const forAnother = await agent.run(...entry, "--wallet", other.address);
  assert.deepEqual(missing(forAnother.stdout), [
    "Wallet has not agreed yet: npx agent-registry confirm <id>",
    "Haftungsperson has not agreed yet: npx agent-registry confirm <id>",
  ]);
  const uninvited = await child.run(...entry, "--parent", parentId);
  assert.deepEqual(missing(uninvited.stdout), [
    "Haftungsperson has not agreed yet: npx agent-registry confirm <id>",
    "Parent has not agreed yet: npx agent-registry confirm <id>",
  ]);
});

test("register --haftungsperson-key-file names the Haftungsperson and agrees in the same go", async () => {
  const [agent, named] = await Promise.all([person(), person()]);
  const rules = path.join(agent.cwd, "rules.md");
  writeFileSync(rules, "Be honest.\r\n");
  const { code, stdout } = await agent.run(
    ...["register", "--haftungsperson-key-file", named.keyFile, "--scope", "Summarises “filings”"],
    ...["--constitution", rules, "--capability", "search,summarise", "--self-modifying"],
  );
  assert.equal(code, 0);
  assert.deepEqual(missing(stdout), []);
  const kya = await agent.run("kya");
  assert.equal(kya.code, 0);
  assert.match(kya.stdout, new RegExp(`^Compliant and agreed.*haftungsperson +${named.address}\n`, "s"));
});

test("a child that its parent registers agrees on the Haftungsperson's side by the key file as well", async () => {
  const [parent, child, named] = await Promise.all([person(), person(), person()]);
  const entry = ["register", "--haftungsperson-key-file", named.keyFile, "--scope", "Family"];
  const { agentId } = await parent.runJson<Registration>(...entry, "--haftungsperson", named.address);
  const { consents } = await parent.runJson<{ consents: AgentConsents }>(
    ...[...entry, "--parent", String(agentId), "--wallet", child.address],
  );
  const { wallet, haftungsperson, parent: parentWord } = consents;
  assert.deepEqual(
    { wallet, haftungsperson, parentWord },
    { wallet: "none", haftungsperson: "agreed", parentWord: "agreed" },
  );
});

test("whoever registers with its own key as the Haftungsperson's has agreed by that", async () => {
  const agent = await person();
  const entry = ["register", "--haftungsperson-key-file", agent.keyFile, "--scope", "Own account"];
  const { consents, haftungspersonAgreement } = await agent.runJson<{
    consents: AgentConsents;
    haftungspersonAgreement?: object;
  }>(...entry);
  assert.equal(consents.haftungsperson, "agreed");
  assert.equal(haftungspersonAgreement, undefined, "no second transaction");
});

test("a key that answers for itself is told what that means, and kya does not let it pass unless allowed", async () => {
  const agent = await person();
  const { stdout } = await agent.run("register", "--haftungsperson", agent.address, "--scope", "Alone");
  assert.match(stdout, /are one key, which most providers refuse: npx agent-registry handover \d+ --to/);
  const kya = await agent.run("kya");
  assert.equal(kya.code, 4);
  assert.match(kya.stdout, /^Compliant, but SELF-LIABLE: wallet and Haftungsperson are one key/);
  assert.match(kya.stdout, /^ *objections +haftungsperson-is-the-wallet$/m);
  assert.equal((await agent.run("kya", "--allow-not-agreed")).code, 4);
  assert.equal((await agent.run("kya", "--allow-self-liable")).code, 0);
});

test("a key that is not the named Haftungsperson's is an error before anything is sent", async () => {
  const [agent, named, other] = await Promise.all([person(), person(), person()]);
  const { code, stderr } = await agent.run(
    ...["register", "--haftungsperson", other.address, "--haftungsperson-key-file", named.keyFile],
    ...["--scope", "Contradiction"],
  );
  assert.equal(code, 1);
  assert.match(stderr, new RegExp(`names ${other.address}, but the key in .* is that of ${named.address}`));
  assert.equal((await agent.run("kya")).code, 3);
});
