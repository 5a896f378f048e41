import assert from "node:assert/strict";
import { createPrivateKey } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { it } from "node:test";
import { ensureSigningKey } from "./folder.ts";

it("the local register's signing key is made once, for P-256, and for its owner alone", (t) => {
  const directory = mkdtempSync(path.join(tmpdir(), "signing-key-"));
  t.after(() => rmSync(directory, { recursive: true }));
  const file = ensureSigningKey(path.join(directory, "stack"));
  assert.equal(statSync(file).mode & 0o777, 0o600);
  const text = readFileSync(file, "utf8");
  assert.equal(createPrivateKey(text).asymmetricKeyDetails?.namedCurve, "prime256v1");
  assert.equal(ensureSigningKey(path.join(directory, "stack")), file);
  assert.equal(readFileSync(file, "utf8"), text);
});
