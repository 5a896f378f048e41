// For benchmarks, which cannot sign a million bindings.
export { createKnownAgents } from "../offline/known-agents.ts";
export * from "./install-tarball.ts";
export * from "./start-relayer.ts";
export * from "./start-service.ts";
export * from "./start-stack.ts";
export * from "./test-issuer.ts";
