import { runService } from "@agent-registry/service";
import { parseApiConfig } from "./config.ts";
import { startApi } from "./start-api.ts";

await runService(() => startApi(parseApiConfig(process.env)));
