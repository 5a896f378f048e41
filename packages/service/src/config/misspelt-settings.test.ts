import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { describeMisspelt } from "./misspelt-settings.ts";

const settings = [
  "PORT",
  "HOST",
  "RPC_URL",
  "DATA_DIR",
  "DATABASE_URL",
  "RATE_LIMIT_PER_IP",
  "RATE_LIMIT_PER_MINUTE",
  "RATE_LIMIT_PER_SIGNER",
];
const describeOnly = (name: string) => describeMisspelt({ env: { [name]: "1" }, settings });

describe("describeMisspelt", () => {
  for (const [given, meant] of [
    ["RATE_LIMT_PER_MINUTE", "RATE_LIMIT_PER_MINUTE"],
    ["RATE_LIMITS_PER_MINUTES", "RATE_LIMIT_PER_MINUTE"],
    ["RATE_LIMIT_PRE_MINUTE", "RATE_LIMIT_PER_MINUTE"],
    ["RATE_LIMIT_PER_OP", "RATE_LIMIT_PER_IP"],
    ["RPC_URI", "RPC_URL"],
    ["DATADIR", "DATA_DIR"],
    ["DATABSE_ULR", "DATABASE_URL"],
  ] as const) {
    it(`names ${meant} to an operator who set ${given}`, () => {
      assert.deepEqual(describeOnly(given), [`${given} is no setting; did you mean ${meant}?`]);
    });
  }

  it("says nothing of right settings, and of variables that are not close to one", () => {
    for (const name of [...settings, "HOME", "PATH", "PWD", "HOSTNAME", "SHORT", "API_URL", "RELAYER_KEY"])
      assert.deepEqual(describeOnly(name), [], name);
    assert.deepEqual(describeOnly("PORTS"), [], "too short to tell");
    assert.deepEqual(describeOnly("RATE_LIMIT_PER_HOUR"), []);
  });

  it("takes an empty variable for none, and shows no value", () => {
    assert.deepEqual(describeMisspelt({ env: { DATABSE_URL: "" }, settings }), []);
    const [sentence = ""] = describeMisspelt({ env: { DATABSE_URL: "postgres://u:hunter2@db/x" }, settings });
    assert.doesNotMatch(sentence, /hunter2/);
  });
});
