import type { AdmittedAgent } from "./decision.ts";

/** The headers of a request as Node has them: in lower case, repeated ones perhaps as a list. */
export type NodeHeaders = Record<string, string | string[] | undefined>;

export function findHeader({ headers }: { headers: NodeHeaders }, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(", ") : value;
}

const agents = new WeakMap<object, AdmittedAgent>();

export function rememberAgent(request: object, agent: AdmittedAgent): void {
  agents.set(request, agent);
}

/** The agent that a request came from; only behind `requireCompliantAgent`. */
export function getAgent(request: object): AdmittedAgent {
  const agent = agents.get(request);
  if (agent === undefined) throw new Error("getAgent only works behind requireCompliantAgent");
  return agent;
}
