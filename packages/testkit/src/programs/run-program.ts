import { spawnSync } from "node:child_process";
import { findProgram, PROGRAMS, type ProgramName } from "./find-program.ts";

type Run = { name: ProgramName; args: string[]; input?: string };

/** Runs a program of `PROGRAMS` to its end; its output is all that it wrote. */
export function runProgram({ name, args, input = "" }: Run): { status: number | null; output: string } {
  const program = findProgram(name);
  if (program === undefined)
    throw new Error(`The tests need ${PROGRAMS[name].title}: npm run test:all brings it`);
  const { status, stdout, stderr } = spawnSync(program, args, { input, encoding: "utf8" });
  return { status, output: `${stdout}${stderr}` };
}
