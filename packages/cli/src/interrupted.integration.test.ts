import assert from "node:assert/strict";
import { mkdtempSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { test } from "node:test";
import { useStack } from "@agent-registry/sdk/testing";
import { devAccounts, waitUntil } from "@agent-registry/testkit";
import { readError, runHere, runJson, startCli } from "./testing/run-cli.ts";

const haftungsperson = devAccounts.haftungsperson.address;
const entry = ["register", "--haftungsperson", haftungsperson, "--scope", "Interrupted"];

test("Ctrl-C after the request has left says what may still happen, and how to look", async (t) => {
  const stack = await useStack();
  const { relayerUrl } = stack.settings;
  /** Hands every question on to the relayer, and never the answer to a request. */
  const silent = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const answer = await fetch(`${relayerUrl}${request.url}`, {
      method: request.method ?? "GET",
      headers: { "content-type": "application/json" },
      ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
    });
    const text = await answer.text();
    if (request.method === "GET")
      response.writeHead(answer.status, { "content-type": "application/json" }).end(text);
  });
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    silent.closeAllConnections();
    silent.close();
  });
  const cwd = mkdtempSync(path.join(stack.folder, "interrupted-"));
  await runJson(["keygen"], { cwd });
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const sending = startCli([...entry, "--relayer", url], { cwd, test: t });
  await waitUntil(() => sending.stderr().includes("Sent to the relayer"), "the request has left");
  const { digest } = readError(sending.stderr());
  sending.stop("SIGINT");
  assert.equal(await sending.exit, 130);
  const last = readError(sending.stderr());
  assert.equal(last.digest, digest);
  assert.match(
    last.note,
    new RegExp(
      `^Interrupted\\. .*may still be executed until 20.*agent-registry relay ${digest}\\. .*cancel`,
    ),
  );

  await waitUntil(async () => {
    const { stdout } = await runHere(["relay", digest], { cwd });
    return stdout.startsWith("It was executed.\n");
  }, "the relayer went on with it");
  assert.equal((await runJson(["relay", digest], { cwd })).state, "mined");
  assert.equal((await runHere(["kya", "--allow-not-agreed"], { cwd })).code, 0);
});

test("a request that the relayer never saw is not found, and the error does not speak of writing", async () => {
  const { folder } = await useStack();
  const { code, stderr } = await runHere(["relay", `0x${"12".repeat(32)}`], { cwd: folder });
  assert.equal(code, 1);
  assert.match(stderr, /knows of no such request/);
  assert.doesNotMatch(stderr, /written/);
});
