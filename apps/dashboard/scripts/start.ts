// Builds the dashboard when needed, then serves it on PORT with the API at NEXT_PUBLIC_API_URL.
import { pathToFileURL } from "node:url";
import { buildDashboard, dashboardDir, nextBin } from "./build-dashboard.ts";
import { parseDashboardConfig } from "./config.ts";

const config = parseDashboardConfig(process.env);
if ("problems" in config) {
  console.error(config.problems.join("\n"));
  process.exit(1);
}

// Where a parent process holds a channel to this one, its end is ours as well.
process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));

await buildDashboard({ log: console.log });

// Next serves in this very process and listens to its signals: a server of its own could be left behind.
process.chdir(dashboardDir);
process.env.NEXT_PUBLIC_API_URL = config.apiUrl;
process.env.NEXT_TELEMETRY_DISABLED = "1";
process.argv = [process.execPath, nextBin, "start", "--port", config.port];
await import(pathToFileURL(nextBin).href);
