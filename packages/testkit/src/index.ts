export * from "./accounts.ts";
export * from "./chain.ts";
export * from "./deploy.ts";
export * from "./free-port.ts";
export * from "./postgres.ts";
export * from "./signed-request.ts";
