// Builds the dashboard when needed, then serves it on PORT with the API at NEXT_PUBLIC_API_URL.
import { spawn } from "node:child_process";
import { buildDashboard, dashboardDir, nextBin } from "./build-dashboard.ts";

const port = process.env.PORT || "3002";
if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
  console.error(`PORT must be a port number, not "${port}".`);
  process.exit(1);
}
const apiUrl = process.env.NEXT_PUBLIC_API_URL || "http://localhost:3000";
if (!URL.canParse(apiUrl)) {
  console.error(`NEXT_PUBLIC_API_URL must be a URL, such as http://localhost:3000, not "${apiUrl}".`);
  process.exit(1);
}

await buildDashboard({ log: console.log });

const server = spawn(process.execPath, [nextBin, "start", "--port", port], {
  cwd: dashboardDir,
  env: { ...process.env, NEXT_PUBLIC_API_URL: apiUrl, NEXT_TELEMETRY_DISABLED: "1" },
  stdio: ["ignore", "inherit", "inherit"],
});
let stopping = false;
// Where a parent process holds a channel to this one, its end is ours as well.
for (const event of ["SIGTERM", "SIGINT", "disconnect"] as const) {
  process.on(event, () => {
    stopping = true;
    server.kill("SIGTERM");
  });
}
server.on("exit", (code) => process.exit(stopping ? 0 : (code ?? 1)));
