import { runProgram } from "./run-program.ts";

/** What Prometheus' own checker has to say about the text of a `/metrics`; nothing if it is right. */
export function checkMetrics(text: string): string {
  const { status, output } = runPromtool(["check", "metrics"], text);
  return status === 0 ? output : `${output}exit code ${status}\n`;
}

/** Runs Prometheus' promtool, with a text as its input. */
export function runPromtool(args: string[], input = ""): { status: number | null; output: string } {
  return runProgram({ name: "promtool", args, input });
}
