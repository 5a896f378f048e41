import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, it } from "node:test";
import { runPromtool } from "@agent-registry/testkit";
import { stringify } from "yaml";
import { type Panel, readDashboard, readPanelQueries } from "./queries.ts";

describe("the dashboard for Grafana", () => {
  const { panels, templating } = readDashboard();

  it("asks what Prometheus understands", () => {
    const queries = readPanelQueries();
    assert.ok(queries.length > 30, "the queries are not found");
    const rules = queries.map(({ query }, i) => ({ record: `panel_query_${i}`, expr: query }));
    const file = path.join(mkdtempSync(path.join(tmpdir(), "agent-registry-panels-")), "rules.yaml");
    writeFileSync(file, stringify({ groups: [{ name: "panels", rules }] }));
    const { status, output } = runPromtool(["check", "rules", file]);
    assert.equal(status, 0, output);
    rmSync(path.dirname(file), { recursive: true });
  });

  it("takes its data from the source that its reader chooses", () => {
    const names = templating.list.map(({ name }) => `\${${name}}`);
    const sources = panels.flatMap(({ targets = [] }) => targets.map(({ datasource }) => datasource.uid));
    assert.deepEqual([...new Set(sources)], names);
  });

  it("has panels of its own names and places, none over another", () => {
    const texts = panels.map(({ title }) => title);
    assert.equal(new Set(texts).size, texts.length);
    assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length);
    const cells = panels.flatMap(toCells);
    assert.equal(new Set(cells).size, cells.length);
  });
});

function toCells({ gridPos: { x, y, w, h } }: Panel): string[] {
  const columns = Array.from({ length: w }, (_, i) => x + i);
  return Array.from({ length: h }, (_, i) => columns.map((column) => `${column} ${y + i}`)).flat();
}
