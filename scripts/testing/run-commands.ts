import { spawn } from "node:child_process";
import { once } from "node:events";
import { sendSignal } from "../send-signal.ts";
import type { Block } from "./read-blocks.ts";

/** The commands of a document as one session in a shell: what is marked `background` stays beside the rest. */
export function toScript({
  blocks,
  ports,
}: {
  blocks: Block[];
  ports: Record<number, string | number>;
}): string {
  const commands = blocks.map(({ text, info }) =>
    info === "background" ? `${text.trimEnd()} > /dev/null &\n` : text,
  );
  const known = new RegExp(`\\b(${Object.keys(ports).join("|")})\\b`, "g");
  return commands.join("\n").replace(known, (port) => String(ports[Number(port)] ?? port));
}

/** Runs it to its end or to the first command that fails; then ends the processes that are left. */
export async function runScript({
  script,
  cwd,
  env,
}: {
  script: string;
  cwd: string;
  env: Record<string, string | undefined>;
}): Promise<{ code: number | null; output: string }> {
  const shell = spawn("bash", ["-euo", "pipefail", "-c", script], {
    cwd,
    env,
    stdio: ["ignore", "pipe", "pipe"],
    // A group of its own, so that all that it started can be reached.
    detached: true,
  });
  let output = "";
  for (const stream of [shell.stdout, shell.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      output += chunk;
    });
  }
  // Open for as long as anything of the group holds it.
  const closed = once(shell, "close");
  const [code] = await once(shell, "exit");
  if (shell.pid !== undefined) sendSignal(-shell.pid, "SIGTERM");
  await closed;
  return { code, output };
}
