import assert from "node:assert/strict";
import { it } from "node:test";
import { parseReportsView, toLaterReports, toReportsPart } from "./revenue-query.ts";

it("pages of reports count from the newest, in parts that the API gives at once", () => {
  assert.deepEqual(toReportsPart({ total: 25, page: 2 }), { page: 2, offset: 0, end: 25, isFirst: true });
  assert.deepEqual(toReportsPart({ total: 1_200, page: 1 }), {
    page: 1,
    offset: 700,
    end: 1_200,
    isFirst: false,
  });
  assert.deepEqual(toReportsPart({ total: 1_200, page: 51 }), {
    page: 51,
    offset: 200,
    end: 700,
    isFirst: false,
  });
  assert.equal(toLaterReports({ id: "7", total: 25, page: 2 }), null);
});

it("a page of reports that there is not is the last one, or the first", () => {
  assert.equal(toReportsPart({ total: 25, page: 99 }).page, 3);
  assert.equal(toReportsPart({ total: 0, page: 99 }).page, 1);
  for (const reports of ["0", "-1", "x", "1.5"])
    assert.equal(parseReportsView(new URLSearchParams({ reports })).page, 1);
});
