import assert from "node:assert/strict";
import { test } from "node:test";
import { startWaitLine } from "./console.ts";

test("a line moves once two seconds have passed, and goes when the waiting ends", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  const written: string[] = [];
  const line = startWaitLine("Waiting", (text) => written.push(text));
  t.mock.timers.tick(1_999);
  assert.deepEqual(written, []);
  t.mock.timers.tick(1);
  t.mock.timers.tick(1_000);
  assert.deepEqual([written[0], written.at(-1)], ["\r\u001b[K| Waiting (2 s)", "\r\u001b[K| Waiting (3 s)"]);
  line.end();
  assert.equal(written.at(-1), "\r\u001b[K");
  const count = written.length;
  t.mock.timers.tick(10_000);
  assert.equal(written.length, count);
});

test("what ends within two seconds shows nothing", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  const written: string[] = [];
  const line = startWaitLine("Waiting", (text) => written.push(text));
  t.mock.timers.tick(1_000);
  line.end();
  t.mock.timers.tick(10_000);
  assert.deepEqual(written, []);
});
