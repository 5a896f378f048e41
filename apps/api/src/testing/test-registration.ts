import { pad } from "viem";
import type { EventBody } from "../chain/decode-event.ts";
import { testAddress } from "./test-rows.ts";

type Registration = Extract<EventBody, { kind: "registered" }>;

/** By default, the registration of a root agent to which all parties have agreed. */
export function testRegistration(overrides: Partial<Registration> = {}): Registration {
  const [somebody, hash] = [testAddress(0xa1).toLowerCase(), pad("0x01", { size: 32 })];
  return {
    kind: "registered",
    agentWallet: somebody,
    haftungsperson: somebody,
    constitutionHash: hash,
    capabilityHash: hash,
    operationalScope: "",
    scopeHash: null,
    parentAgentId: 0,
    generation: 0,
    selfModifying: false,
    consents: { wallet: true, haftungsperson: true, parent: true },
    ...overrides,
  };
}
