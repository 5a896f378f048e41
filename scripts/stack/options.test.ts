import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseOptions } from "./options.ts";

describe("the address that npm start listens on", () => {
  const hostOf = (env: NodeJS.ProcessEnv) => parseOptions({ args: [], env }).host;

  it("is loopback unless HOST names another", () => {
    assert.equal(hostOf({}), "127.0.0.1");
    assert.equal(hostOf({ HOST: "" }), "127.0.0.1");
    assert.equal(hostOf({ HOST: "0.0.0.0" }), "0.0.0.0");
    assert.equal(hostOf({ HOST: "::" }), "::");
  });

  it("is no name: some shells set HOST to the machine's, which would open it to the network", () => {
    assert.throws(() => hostOf({ HOST: "my-machine" }), {
      name: "StackError",
      message: /^HOST must be an IP address of this machine, not "my-machine"/,
    });
  });
});
