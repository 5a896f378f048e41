import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { runPromtool } from "@agent-registry/testkit";
import { parse } from "yaml";
import { ALERTS_FILE, readAlerts } from "./queries.ts";

type AlertTests = { tests: { alert_rule_test: { alertname: string; exp_alerts: unknown[] }[] }[] };

const TEST_FILES = globSync("deploy/prometheus/*.test.yaml");

describe("the alarms for Prometheus", () => {
  it("are rules, and the configuration beside them reads them", () => {
    const rules = runPromtool(["check", "rules", ALERTS_FILE]);
    assert.equal(rules.status, 0, rules.output);
    const config = runPromtool(["check", "config", "deploy/prometheus/prometheus.yaml"]);
    assert.equal(config.status, 0, config.output);
  });

  it("go off when they should, and not before", () => {
    const { status, output } = runPromtool(["test", "rules", ...TEST_FILES]);
    assert.equal(status, 0, output);
  });

  it("are each tested for going off and for staying silent", () => {
    const names = readAlerts().map(({ from }) => from);
    const tested = TEST_FILES.flatMap(
      (file) => (parse(readFileSync(file, "utf8")) as AlertTests).tests,
    ).flatMap((test) => test.alert_rule_test);
    const find = (isOff: boolean) =>
      tested.filter(({ exp_alerts }) => exp_alerts.length > 0 === isOff).map(({ alertname }) => alertname);
    assert.ok(names.length > 10, "the alarms are not found");
    assert.deepEqual(find(true).sort(), names.toSorted());
    assert.deepEqual(find(false).sort(), names.toSorted());
  });
});
