import assert from "node:assert/strict";
import { test } from "node:test";
import { type Address, numberToHex } from "viem";
import { createQuestionLimit, TooManyQuestions } from "./question-limit.ts";

const wallet = (number: number): Address => numberToHex(number, { size: 20 });
const answered = async () => "answered";

test("strangers get so many questions a second, whoever they claim to be", async () => {
  const time = { nowMs: 0 };
  const limit = createQuestionLimit({ strangersPerSecond: 2, nowMs: () => time.nowMs });
  assert.equal(await limit.ask(wallet(1), answered), "answered");
  assert.equal(await limit.ask(wallet(2), answered), "answered");
  await assert.rejects(limit.ask(wallet(3), assert.fail), TooManyQuestions);
  time.nowMs += 500;
  assert.equal(await limit.ask(wallet(3), answered), "answered");
});

test("a wallet that was served is not held up by strangers, until something false comes in its name", async () => {
  const limit = createQuestionLimit({ strangersPerSecond: 1, nowMs: () => 0 });
  limit.remember(wallet(1));
  await limit.ask(wallet(2), answered);
  for (let count = 0; count < 10; count++) assert.equal(await limit.ask(wallet(1), answered), "answered");
  limit.forget(wallet(1));
  await assert.rejects(limit.ask(wallet(1), assert.fail), TooManyQuestions);
});

test("a hundred questions are under way at once, of strangers and of the served each, and failed ones end, too", async () => {
  const limit = createQuestionLimit({ strangersPerSecond: 1_000, nowMs: () => 0 });
  const node = Promise.withResolvers<string>();
  limit.remember(wallet(0));
  const running = Array.from({ length: 200 }, (_, index) =>
    limit.ask(wallet(index < 100 ? 0 : index), () => node.promise),
  );
  await assert.rejects(limit.ask(wallet(0), assert.fail), TooManyQuestions);
  await assert.rejects(limit.ask(wallet(1), assert.fail), TooManyQuestions);
  node.reject(new Error("node down"));
  await Promise.allSettled(running);
  assert.equal(await limit.ask(wallet(0), answered), "answered");
  assert.equal(await limit.ask(wallet(1), answered), "answered");
});

test("of the served, ten thousand are remembered", async () => {
  const limit = createQuestionLimit({ strangersPerSecond: 1, nowMs: () => 0 });
  for (let count = 0; count <= 10_000; count++) limit.remember(wallet(count));
  await limit.ask(wallet(20_000), answered);
  await assert.rejects(limit.ask(wallet(0), assert.fail), TooManyQuestions);
  assert.equal(await limit.ask(wallet(1), answered), "answered");
});
