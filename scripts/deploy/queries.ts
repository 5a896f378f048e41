import { readFileSync } from "node:fs";
import { parse } from "yaml";

export const ALERTS_FILE = "deploy/prometheus/alerts.yaml";
const GRAFANA_FILE = "deploy/grafana/agent-registry.json";

type Query = { from: string; query: string };

type Alerts = { groups: { rules: { alert: string; expr: string }[] }[] };
export type Panel = {
  id: number;
  title: string;
  gridPos: { x: number; y: number; w: number; h: number };
  /** Rows have none. */
  targets?: { expr: string; datasource: { uid: string } }[];
};
type Dashboard = { panels: Panel[]; templating: { list: { name: string }[] } };

export function readAlerts(): Query[] {
  const { groups } = parse(readFileSync(ALERTS_FILE, "utf8")) as Alerts;
  return groups.flatMap(({ rules }) => rules.map(({ alert, expr }) => ({ from: alert, query: expr })));
}

export function readDashboard(): Dashboard {
  return JSON.parse(readFileSync(GRAFANA_FILE, "utf8")) as Dashboard;
}

/** The queries of all panels, with what Grafana would put in the place of its variables. */
export function readPanelQueries(): Query[] {
  return readDashboard().panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => ({ from: title, query: expr.replaceAll("$__rate_interval", "1m") })),
  );
}

const STRINGS = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g;
const LABELS_AND_RANGES = /\{[^}]*\}|\[[^\]]*\]/g;
/** Labels that are summed over, matched on, or taken along. */
const GROUPINGS = /\b(?:by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)/g;
const KEYWORDS = new Set(["and", "or", "unless", "bool", "offset", "inf", "nan"]);

/** The metrics that a query of Prometheus asks for: every name in it that is no function, label or keyword. */
export function findMetricNames(query: string): string[] {
  const bare = query.replace(STRINGS, "").replace(LABELS_AND_RANGES, "").replace(GROUPINGS, "");
  const names = [...bare.matchAll(/(?<![\w.:])[A-Za-z_:][\w:]*(?!\w|\s*\()/g)].map(([name]) => name);
  return [...new Set(names)].filter((name) => !KEYWORDS.has(name.toLowerCase()));
}

/** A label matcher for each metric that has any: which labels the query expects on it. */
export function findMatchedLabels(query: string): { metric: string; label: string }[] {
  return [...query.matchAll(/([A-Za-z_:][\w:]*)\{([^}]*)\}/g)].flatMap(([, metric = "", matchers = ""]) =>
    [...matchers.replace(STRINGS, "").matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = ""]) => ({
      metric,
      label,
    })),
  );
}
