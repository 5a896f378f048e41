/** An agent's number as typed or as in the address bar; null if it cannot be one. */
export function parseAgentId(segment: string): string | null {
  return /^\d{1,15}$/.test(segment) ? String(Number(segment)) : null;
}
