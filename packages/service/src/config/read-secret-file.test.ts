import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { isOwnersAlone } from "./read-secret-file.ts";

const SERVICE = 61_234;

describe("a file with a key", () => {
  it("is its owner's alone if nobody else has a right", () => {
    assert.equal(isOwnersAlone({ mode: 0o100600, uid: SERVICE, gid: SERVICE }, SERVICE), true);
    for (const mode of [0o100640, 0o100604, 0o100660, 0o100444])
      assert.equal(isOwnersAlone({ mode, uid: SERVICE, gid: SERVICE }, SERVICE), false, mode.toString(8));
  });

  it("may be a credential of systemd's, whose mode shows the mask of an access control list", () => {
    const credential = { mode: 0o100440, uid: 0, gid: 0 };
    assert.equal(isOwnersAlone(credential, SERVICE), true);
    assert.equal(isOwnersAlone({ ...credential, mode: 0o100444 }, SERVICE), false);
    assert.equal(isOwnersAlone({ ...credential, mode: 0o100460 }, SERVICE), false);
    assert.equal(isOwnersAlone({ ...credential, gid: 27 }, SERVICE), false);
    assert.equal(isOwnersAlone(credential, 0), false);
  });
});
