export { fetchRegistrations, type RegistrationsOfDomain } from "./fetch-registrations.ts";
export { findClaimedDomain } from "./find-domain.ts";
export type { Network } from "./network.ts";
export { namesAgent } from "./read-registrations.ts";
