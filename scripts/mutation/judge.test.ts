import assert from "node:assert/strict";
import { it } from "node:test";
import { judge, type Mutant } from "./judge.ts";

const mutant = (code: string, outcome: Mutant["outcome"]): Mutant => ({
  file: "a.ts",
  line: 1,
  code,
  becomes: "true",
  outcome,
});
const explanation = (code: string, becomes = "true") => ({ file: "a.ts", code, becomes, why: "equal" });

it("counts the changes that tests noticed", () => {
  const mutants = [
    mutant("a", "failed"),
    mutant("b", "failed"),
    mutant("c", "timed out"),
    mutant("d", "unnoticed"),
  ];
  assert.equal(judge(mutants, []).share, 0.75);
  assert.equal(judge([], []).share, 1);
});

it("lists what went unnoticed and nobody explained", () => {
  const [explained, open] = [mutant("a", "unnoticed"), mutant("b", "unnoticed")];
  assert.deepEqual(judge([explained, open], [explanation("a")]).unexplained, [open]);
});

it("lists explanations of what tests notice by now, and of what is not there", () => {
  const needless = [explanation("a"), explanation("gone"), explanation("b", "false")];
  assert.deepEqual(judge([mutant("a", "failed"), mutant("b", "unnoticed")], needless).needless, needless);
});

it("does not judge an explanation by tests that took too long", () => {
  assert.deepEqual(judge([mutant("a", "timed out")], [explanation("a")]).needless, []);
});
