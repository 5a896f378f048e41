import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { HttpRequestError } from "viem";
import { createLogger } from "./logger.ts";

const SECRETS = ["hunter2", "0123456789abcdef0123456789abcdef", "s3cr3t"];
const URL = `https://user:${SECRETS[0]}@node.example/v2/${SECRETS[1]}?key=${SECRETS[2]}`;

function setUp() {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  return { logger: createLogger({ name: "test", level: "trace", destination }), lines };
}

/** As the relayer has it: an error of its own around viem's, which quotes the node's address. */
function rpcFailure(): Error {
  const cause = new HttpRequestError({ url: URL, body: { method: "eth_call" }, details: `fetch ${URL}` });
  return new Error("no RPC node answered", { cause });
}

describe("log lines", () => {
  for (const level of ["trace", "debug", "info", "warn", "error", "fatal"] as const) {
    it(`hold no credentials of an RPC node at level ${level}`, () => {
      const { logger, lines } = setUp();
      const error = rpcFailure();
      logger[level]({ err: error }, "request failed");
      logger[level]({ err: error.cause });
      logger[level](error.cause);
      logger[level]({ err: new AggregateError([error], "all failed") }, "all failed");
      logger.child({ part: "loop" })[level]({ problem: String(error.cause), rpc: [URL] }, `asked ${URL}`);
      assert.equal(lines.length, 5);
      for (const line of lines) {
        for (const secret of SECRETS) assert.equal(line.includes(secret), false, line);
        assert.ok(line.includes("https://node.example/v2/***"), line);
        JSON.parse(line);
      }
    });
  }

  it("say all else that an error says, its causes included", () => {
    const { logger, lines } = setUp();
    logger.error({ err: rpcFailure() }, "request failed");
    const { err, msg } = JSON.parse(lines[0] ?? "");
    assert.equal(msg, "request failed");
    assert.match(err.message, /^no RPC node answered: HTTP request failed\./);
    assert.match(err.stack, /caused by: HttpRequestError: HTTP request failed\.[\s\S]+logger\.test\.ts/);
  });
});
