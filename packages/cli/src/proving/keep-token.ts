import { writeFileSync } from "node:fs";
import { RegistryError } from "@agent-registry/sdk";

/** Never over an older one: each is evidence. */
export function keepToken(file: string, token: string): void {
  try {
    writeFileSync(file, `${token}\n`, { flag: "wx" });
  } catch (cause) {
    const { code } = cause as { code?: string };
    const why = code === "EEXIST" ? "it exists already, and is left alone" : `it cannot be written (${code})`;
    throw new RegistryError({
      reason: "invalid-input",
      message: `Nothing was kept in ${file}: ${why}. Name another file.`,
      cause,
    });
  }
}
