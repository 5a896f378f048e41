import assert from "node:assert/strict";
import test from "node:test";
import * as protocol from "@agent-registry/protocol";
import * as spec from "./spec.ts";

test("the values written out for the browser are the protocol's", () => {
  assert.deepEqual(
    { ...spec },
    {
      AGENT_STATUSES: protocol.AGENT_STATUSES,
      ATTESTATION_VALIDITY_SECONDS: protocol.ATTESTATION_VALIDITY_SECONDS,
      RECENT_REGISTRATIONS: protocol.RECENT_REGISTRATIONS,
      LARGEST_REVENUE_PAGE: protocol.REVENUE_PAGE.max,
    },
  );
});
