import { toErrorLine } from "../terminal/errors.ts";

export type Check = { name: string; state: "ok" | "warning" | "wrong"; message: string };

/** One finding per check; an error that is thrown is a finding, too. */
export async function check(name: string, look: () => Promise<Omit<Check, "name">>): Promise<Check> {
  try {
    return { name, ...(await look()) };
  } catch (error) {
    return { name, state: "wrong", message: toErrorLine(error) };
  }
}

export const ok = (message: string) => ({ state: "ok", message }) as const;
export const warning = (message: string) => ({ state: "warning", message }) as const;
export const wrong = (message: string) => ({ state: "wrong", message }) as const;
