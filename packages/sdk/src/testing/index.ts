export * from "./start-service.ts";
export * from "./start-stack.ts";
