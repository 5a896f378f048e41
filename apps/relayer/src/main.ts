import { runService } from "@agent-registry/service";
import { parseRelayerConfig } from "./config.ts";
import { startRelayer } from "./start-relayer.ts";

await runService(() => startRelayer({ config: parseRelayerConfig(process.env) }));
