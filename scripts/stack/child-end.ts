import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { StackError } from "./stack.ts";

/**
 * Fails when a process of the stack ends, which none should by itself. Whoever ends it on purpose
 * does not listen any more.
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
