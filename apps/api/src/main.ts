import { runService } from "@agent-registry/service";
import { API_SETTINGS, parseApiConfig } from "./config.ts";
import { startApi } from "./start-api.ts";

await runService({
  name: "api",
  settings: API_SETTINGS,
  start: () => startApi(parseApiConfig(process.env)),
});
