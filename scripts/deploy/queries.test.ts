import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { findMatchedLabels, findMetricNames } from "./queries.ts";

const QUERY = `sum by (job, le) (rate(a_bucket{job="x", route!~"/y|b_total"}[5m])) / on (job) group_left (le) c{d='e'}
  > 2 * time() and max(f_1 offset 5m) < 1e3`;

describe("a query of Prometheus", () => {
  it("names metrics beside functions, labels, texts, ranges and keywords", () => {
    assert.deepEqual(findMetricNames(QUERY), ["a_bucket", "c", "f_1"]);
  });

  it("matches labels of metrics", () => {
    assert.deepEqual(findMatchedLabels(QUERY), [
      { metric: "a_bucket", label: "job" },
      { metric: "a_bucket", label: "route" },
      { metric: "c", label: "d" },
    ]);
  });
});
