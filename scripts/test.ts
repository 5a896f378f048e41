// `npm test`: every check there is, quickly. `npm run test:deep`: the same with the long runs.
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import { deepProfile } from "@agent-registry/contracts/deep-profile";
import { SHARED_POSTGRES_VARIABLE, startPostgres } from "@agent-registry/testkit";
import { type Counts, countResults } from "./testing/count-results.ts";
import { type TestStep, toTestSteps } from "./testing/steps.ts";

/** A step that hangs is ended, so that the run still says what failed. The long runs may take as long as they need. */
const STEP_LIMIT_MINUTES = 40;

const isDeep = process.argv.includes("--deep");
/**
 * More than two cores can run: all of them wait for chains, pages and processes at times. In the long runs fewer, since
 * some of those hold the times that the documents promise.
 */
const AT_ONCE = isDeep ? 2 : 3;
const steps = toTestSteps({ deepProfile: isDeep ? deepProfile : undefined });
const startedAt = Date.now();
const total: Counts = { passed: 0, failed: 0 };
const failedSteps: string[] = [];
let begun = 0;

const postgres = await startPostgres();
process.env[SHARED_POSTGRES_VARIABLE] = postgres.url;
await runSteps();
await postgres.stop();

console.log(`\nAll steps took ${toSeconds(startedAt)} s.`);
if (failedSteps.length > 0) console.log(`Failed: ${failedSteps.join(", ")}.`);
console.log(`${total.passed} passed, ${Math.max(total.failed, failedSteps.length)} failed`);
process.exitCode = failedSteps.length === 0 ? 0 : 1;

/** Begins the steps in their order, so many at once. One that waits for another holds up those behind it. */
async function runSteps(): Promise<void> {
  const waiting = [...steps];
  const done = new Map(steps.map(({ name }) => [name, Promise.withResolvers<void>()]));
  const runNext = async (): Promise<void> => {
    const step = waiting.shift();
    if (step === undefined) return;
    await Promise.all((step.after ?? []).map((name) => done.get(name)?.promise));
    await judge(step);
    done.get(step.name)?.resolve();
    await runNext();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, runNext));
}

async function judge(step: TestStep): Promise<void> {
  begun += 1;
  console.log(`\n=== ${begun} of ${steps.length}: ${step.name}`);
  const stepStartedAt = Date.now();
  const { output, exitCode } = await runStep(step, `${step.name} | `);
  const { passed, failed } = countResults(output);
  total.passed += passed;
  total.failed += failed;
  if (exitCode !== 0) failedSteps.push(step.name);
  console.log(`=== ${step.name}: ${exitCode === 0 ? "ok" : "FAILED"} after ${toSeconds(stepStartedAt)} s`);
}

/** Shows what the step says while it says it, and keeps it for counting. */
async function runStep(
  { command, args, cwd, env }: TestStep,
  prefix: string,
): Promise<{ output: string; exitCode: number }> {
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
  const closed = once(child, "close");
  const reader = createInterface({ input: child.stdout });
  const limit = isDeep ? undefined : setTimeout(end, STEP_LIMIT_MINUTES * 60_000);
  const lines: string[] = [];
  for await (const line of reader) {
    console.log(prefix + line);
    lines.push(line);
  }
  const [code] = await closed;
  clearTimeout(limit);
  return { output: lines.join("\n"), exitCode: code ?? 1 };

  function end(): void {
    console.log(`${prefix}Ended: it took longer than ${STEP_LIMIT_MINUTES} minutes.`);
    child.kill("SIGKILL");
    // What the step left running may hold the pipe open.
    reader.close();
    child.stdout.destroy();
  }
}

function toSeconds(since: number): number {
  return Math.round((Date.now() - since) / 1000);
}
