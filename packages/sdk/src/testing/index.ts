// For benchmarks, which cannot sign a million bindings.
export { createKnownAgents } from "../offline/known-agents.ts";
export { craftSignature } from "./craft-signature.ts";
export * from "./install-packed.ts";
export { longRunningNonceStore } from "./provider-adapters.ts";
export { chainId, registryAddress, scriptRegister } from "./scripted-register.ts";
export * from "./start-relayer.ts";
export * from "./start-service.ts";
export * from "./start-stack.ts";
export * from "./test-issuer.ts";
