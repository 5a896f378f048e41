export * from "./accounts.ts";
export * from "./chain.ts";
export * from "./deploy.ts";
export * from "./signed-request.ts";
