import { runService } from "@agent-registry/service";
import { parseRelayerConfig, RELAYER_SETTINGS } from "./config.ts";
import { startRelayer } from "./start-relayer.ts";

await runService({
  name: "relayer",
  settings: RELAYER_SETTINGS,
  start: () => startRelayer({ config: parseRelayerConfig(process.env) }),
});
