// Builds the dashboard when needed, then serves it on PORT and HOST with the API at NEXT_PUBLIC_API_URL.
import { pathToFileURL } from "node:url";
import { buildDashboard, dashboardDir, nextBin } from "./build-dashboard.ts";
import { parseDashboardConfig } from "./config.ts";

const config = parseDashboardConfig(process.env);
if ("problems" in config) {
  console.error(config.problems.join("\n"));
  process.exit(1);
}

// If a parent process holds a channel to this one, this process ends with it.
process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));

await buildDashboard({ log: console.log });

// Next serves in this process and handles its signals: a child process could outlive it.
process.chdir(dashboardDir);
process.env.NEXT_PUBLIC_API_URL = config.apiUrl;
process.env.EXPLORER_URL = config.explorerUrl ?? "";
process.env.NEXT_TELEMETRY_DISABLED = "1";
const host = config.host === undefined ? [] : ["--hostname", config.host];
process.argv = [process.execPath, nextBin, "start", "--port", config.port, ...host];
await import(pathToFileURL(nextBin).href);
