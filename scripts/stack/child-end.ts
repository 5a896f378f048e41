import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { StackError } from "./stack.ts";

/**
 * Rejects when a process of the stack ends, which none should by itself. A caller that ends it on purpose
 * ignores the rejection.
 */
export function failAtEnd({
  child,
  name,
  lastWords = async () => "",
}: {
  child: ChildProcess;
  name: string;
  lastWords?: () => Promise<string>;
}): Promise<never> {
  const failed = once(child, "exit").then(async ([code, signal]): Promise<never> => {
    const how = signal === null ? `exit code ${code}` : `killed by ${signal}`;
    const words = await lastWords();
    throw new StackError(
      `The ${name} ended by itself (${how}).${words === "" ? "" : ` Its last words:\n\n${words}`}`,
    );
  });
  failed.catch(() => {});
  return failed;
}
