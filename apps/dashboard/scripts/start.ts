// Builds the dashboard when needed, then serves it on PORT and HOST with the API at NEXT_PUBLIC_API_URL.
import { describeMisspelt } from "@agent-registry/service/misspelt-settings";
import { buildDashboard, dashboardDir } from "./build-dashboard.ts";
import { DASHBOARD_SETTINGS, findPortProblem, parseDashboardConfig } from "./config.ts";

const misspelt = describeMisspelt({ env: process.env, settings: DASHBOARD_SETTINGS });
for (const warning of misspelt) console.warn(warning);
const config = parseDashboardConfig(process.env);
if ("problems" in config) {
  console.error(config.problems.join("\n"));
  process.exit(1);
}
const portProblem = await findPortProblem(config);
if (portProblem !== undefined) {
  console.error(portProblem);
  process.exit(1);
}

// If a parent process holds a channel to this one, this process ends with it.
process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));

await buildDashboard({
  log(line) {
    console.log(line);
    // Under `npm start` the output goes to a file, and a person waits.
    process.send?.(line);
  },
});

process.chdir(dashboardDir);
// What the pages read while they are rendered.
Object.assign(process.env, {
  NODE_ENV: "production",
  NEXT_TELEMETRY_DISABLED: "1",
  NEXT_PUBLIC_API_URL: config.apiUrl,
  API_INTERNAL_URL: config.apiInternalUrl,
  DASHBOARD_SECRET: config.secret ?? "",
  EXPLORER_URL: config.explorerUrl ?? "",
  RELAYER_URL: config.relayerUrl ?? "",
});
// Next reads NODE_ENV when it is loaded.
const { serveDashboard } = await import("./serve.ts");
await serveDashboard(config);
