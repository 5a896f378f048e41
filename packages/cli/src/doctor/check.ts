export type Check = { name: string; state: "ok" | "warning" | "wrong"; message: string };

/** One finding per check; what is thrown on the way is a finding, too. */
export async function check(name: string, look: () => Promise<Omit<Check, "name">>): Promise<Check> {
  try {
    return { name, ...(await look()) };
  } catch (error) {
    return { name, state: "wrong", message: error instanceof Error ? error.message : String(error) };
  }
}

export const ok = (message: string) => ({ state: "ok", message }) as const;
export const warning = (message: string) => ({ state: "warning", message }) as const;
export const wrong = (message: string) => ({ state: "wrong", message }) as const;
