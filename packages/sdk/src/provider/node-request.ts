import { type AdmissionOptions, createAdmission } from "./create-admission.ts";
import type { AdmittedAgent } from "./decision.ts";
import type { Refusal } from "./refusal.ts";

/** A request as Node has it: the names of its headers in lower case, repeated ones perhaps as a list. */
export type NodeRequest = {
  method: string;
  originalUrl: string;
  headers: Record<string, string | string[] | undefined>;
};

type ReadBody = (maxBytes: number) => Promise<Uint8Array | undefined>;

const agents = new WeakMap<object, AdmittedAgent>();

/** Decides about requests of Node, and remembers the agent of each that is admitted. */
export function createNodeAdmission(options: AdmissionOptions) {
  const admit = createAdmission(options);
  return async (request: NodeRequest, readBody: ReadBody): Promise<Refusal | undefined> => {
    const { method, originalUrl: path, headers } = request;
    const header = (name: string) => {
      const value = headers[name];
      return Array.isArray(value) ? value.join(", ") : value;
    };
    const admission = await admit({ header, method, path, readBody });
    if ("refusal" in admission) return admission.refusal;
    agents.set(request, admission.agent);
    return undefined;
  };
}

/** The agent that a request came from; only behind `requireCompliantAgent`. */
export function getAgent(request: object): AdmittedAgent {
  const agent = agents.get(request);
  if (agent === undefined) throw new Error("getAgent only works behind requireCompliantAgent");
  return agent;
}
