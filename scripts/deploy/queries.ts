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
