export * from "./bare-env.ts";
export * from "./chain/deploy-locally.ts";
export * from "./chain/dev-accounts.ts";
export * from "./chain/faulty-rpc.ts";
export * from "./chain/signed-request.ts";
export * from "./chain/start-chain.ts";
export * from "./find-free-port.ts";

export * from "./population/populate-register.ts";
export * from "./population/random.ts";
export * from "./postgres/start-postgres.ts";
export * from "./wait-until.ts";
