import { spawn } from "node:child_process";
import { once } from "node:events";

const ENDING_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Runs a Node program to its end, and returns its exit code and its output. A signal that ends this process
 * meanwhile ends the program first, so that it does not go on alone.
 */
export async function runToEnd({
  args,
  cwd,
  env,
}: {
  args: string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
}): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  let received: NodeJS.Signals | undefined;
  const pass = (signal: NodeJS.Signals) => {
    received = signal;
    child.kill("SIGTERM");
  };
  for (const signal of ENDING_SIGNALS) process.on(signal, pass);
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8");
    stream.on("data", (text: string) => output.push(text));
  }
  const [code] = await once(child, "close");
  for (const signal of ENDING_SIGNALS) process.off(signal, pass);
  if (received !== undefined) {
    process.kill(process.pid, received);
    // Never returns: the caller would take a program that was ended by a signal for a failed one.
    await new Promise(() => {});
  }
  return { code, output: output.join("") };
}
