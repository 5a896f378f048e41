// A tree says in words what the tests beside it say in Solidity. This keeps the two together: every
// function has a tree, and each innermost condition of the register's trees is the name of one test.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { minimalForwarderAbi, registryAbi } from "@agent-registry/protocol";

const TEST_DIR = path.dirname(fileURLToPath(import.meta.url));
const files = readdirSync(TEST_DIR);
const trees = files.filter((file) => file.startsWith("Registry.") && file.endsWith(".tree"));

for (const [contract, abi] of [
  ["Registry", registryAbi],
  ["MinimalForwarder", minimalForwarderAbi],
] as const) {
  test(`every function of ${contract} has a tree`, () => {
    const missing = abi
      .flatMap((item) => (item.type === "function" ? [item.name] : []))
      .filter((name) => !files.includes(`${contract}.${name}.tree`));
    assert.deepEqual(missing, []);
  });
}

test("every test file of the register belongs to a tree", () => {
  const testFiles = files.filter((file) => /^Registry\..*\.t\.sol$/.test(file));
  assert.deepEqual(
    testFiles.filter((file) => !trees.includes(`Registry.${file.split(".")[1]}.tree`)),
    [],
  );
});

for (const tree of trees) {
  test(`${tree} and its tests say the same`, () => {
    const subject = tree.slice(0, -".tree".length);
    const lines = readFileSync(path.join(TEST_DIR, tree), "utf8").trimEnd().split("\n");
    assert.equal(lines[0], subject);
    assert.deepEqual(findTestNames(subject).sort(), toTestNames(lines.slice(1)).sort());
  });
}

/** The innermost conditions, each with exactly one "it should" below it. */
function toTestNames(lines: string[]): string[] {
  const nodes = lines.map((line) => {
    const [, branch = "", text = ""] = /^([│├└─ ]*)(.*)$/u.exec(line) ?? [];
    return { depth: branch.length, text };
  });
  return nodes.flatMap((node, index) => {
    if (!node.text.startsWith("it should ")) {
      assert.match(node.text, /^(given|when) /);
      return [];
    }
    const condition = nodes[index - 1];
    assert.ok(
      condition && condition.depth < node.depth,
      `"${node.text}" stands below no condition of its own`,
    );
    return [toCamelCase(condition.text)];
  });
}

function toCamelCase(condition: string): string {
  return condition
    .replaceAll("'", "")
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}

/** The tests of `<subject>.t.sol` and `<subject>.<part>.t.sol`, inherited ones included. */
function findTestNames(subject: string): string[] {
  const own = files.filter((file) => file.startsWith(`${subject}.`) && file.endsWith(".t.sol"));
  const sources = new Set(own.flatMap((file) => withBases(path.join(TEST_DIR, file))));
  return [...sources].flatMap((source) =>
    [...readFileSync(source, "utf8").matchAll(/function test(?:Fuzz)?_(\w+)\(/g)].map(
      (match) => match[1] ?? "",
    ),
  );
}

function withBases(file: string): string[] {
  const imports = readFileSync(file, "utf8").matchAll(/^import .* from "(\.\/[^"]+)";$/gm);
  return [file, ...[...imports].flatMap((match) => withBases(path.join(path.dirname(file), match[1] ?? "")))];
}
