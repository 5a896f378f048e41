export { fetchRegistrations, type RegistrationsOfDomain } from "./domain/fetch-registrations.ts";
export { findClaimedDomain } from "./domain/find-domain.ts";
export type { Network } from "./domain/network.ts";
export { namesAgent } from "./domain/read-registrations.ts";
