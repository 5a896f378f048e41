export * from "./install-tarball.ts";
export * from "./start-relayer.ts";
export * from "./start-service.ts";
export * from "./start-stack.ts";
