import { buildDashboard } from "./build-dashboard.ts";

await buildDashboard({ log: console.log });
