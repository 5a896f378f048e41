import { RegistryError } from "@agent-registry/sdk";

/** A key, or its password, that is missing or cannot be used. The sentence never holds any of either. */
export function keyError(message: string): RegistryError {
  return new RegistryError({ reason: "missing-key", message });
}

export function isKeyError(error: unknown): boolean {
  return error instanceof RegistryError && error.reason === "missing-key";
}
