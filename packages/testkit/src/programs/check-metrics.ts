import { spawnSync } from "node:child_process";
import { findProgram } from "./find-program.ts";

/** What Prometheus' own checker has to say about the text of a `/metrics`; nothing if it is right. */
export function checkMetrics(text: string): string {
  const program = findProgram("promtool");
  if (program === undefined) throw new Error("The tests need promtool: npm test brings it");
  const { status, stdout, stderr } = spawnSync(program, ["check", "metrics"], {
    input: text,
    encoding: "utf8",
  });
  const complaints = `${stdout}${stderr}`;
  return status === 0 ? complaints : `${complaints}exit code ${status}\n`;
}
