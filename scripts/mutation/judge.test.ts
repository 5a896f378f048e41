import assert from "node:assert/strict";
import { it } from "node:test";
import { judge, type Mutant } from "./judge.ts";

const mutant = (code: string, isNoticed: boolean): Mutant => ({
  file: "a.ts",
  line: 1,
  code,
  becomes: "true",
  isNoticed,
});
const explanation = (code: string, becomes = "true") => ({ file: "a.ts", code, becomes, why: "equal" });

it("counts the changes that tests noticed", () => {
  const mutants = [mutant("a", true), mutant("b", true), mutant("c", true), mutant("d", false)];
  assert.equal(judge(mutants, []).share, 0.75);
  assert.equal(judge([], []).share, 1);
});

it("lists what went unnoticed and nobody explained", () => {
  const [explained, open] = [mutant("a", false), mutant("b", false)];
  assert.deepEqual(judge([explained, open], [explanation("a")]).unexplained, [open]);
});

it("lists explanations of what tests notice by now, and of what is not there", () => {
  const needless = [explanation("a"), explanation("gone"), explanation("b", "false")];
  assert.deepEqual(judge([mutant("a", true), mutant("b", false)], needless).needless, needless);
});
