// `npm test`: every check there is, quickly. `npm run test:deep`: the same with the long runs.
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { deepProfile } from "../contracts/scripts/deep-profile.ts";
import { type Counts, countResults } from "./testing/count-results.ts";
import { type TestStep, toTestSteps } from "./testing/steps.ts";

const isDeep = process.argv.includes("--deep");
const steps = toTestSteps({ deepProfile: isDeep ? deepProfile : undefined });
const startedAt = Date.now();
const total: Counts = { passed: 0, failed: 0 };
const failedSteps: string[] = [];

for (const [index, step] of steps.entries()) {
  console.log(`\n=== ${index + 1} of ${steps.length}: ${step.name}`);
  const stepStartedAt = Date.now();
  const { output, exitCode } = await runStep(step);
  const { passed, failed } = countResults(output);
  total.passed += passed;
  total.failed += failed;
  if (exitCode !== 0) failedSteps.push(step.name);
  console.log(`=== ${step.name}: ${exitCode === 0 ? "ok" : "FAILED"} after ${toSeconds(stepStartedAt)} s`);
}

console.log(`\nAll steps took ${toSeconds(startedAt)} s.`);
if (failedSteps.length > 0) console.log(`Failed: ${failedSteps.join(", ")}.`);
console.log(`${total.passed} passed, ${Math.max(total.failed, failedSteps.length)} failed`);
process.exitCode = failedSteps.length === 0 ? 0 : 1;

/** Shows what the step says while it says it, and keeps it for counting. */
async function runStep({ command, args, cwd, env }: TestStep): Promise<{ output: string; exitCode: number }> {
  const child = spawn(command, args, {
    cwd,
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...process.env,
      ...env,
      PATH: [path.resolve("node_modules/.bin"), process.env.PATH].join(path.delimiter),
      ...(process.stdout.isTTY ? { FORCE_COLOR: "1" } : {}),
    },
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    process.stdout.write(chunk);
    output += chunk;
  });
  const [code] = await once(child, "close");
  return { output, exitCode: code ?? 1 };
}

function toSeconds(since: number): number {
  return Math.round((Date.now() - since) / 1000);
}
