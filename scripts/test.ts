// `npm test`: the checks of every change. `npm run test:all`: every check there is; with `--rest`, only those that
// `npm test` leaves out. `npm run test:deep`: all of them, with the long runs.
import { deepProfile } from "@agent-registry/contracts/deep-profile";
import { SHARED_POSTGRES_VARIABLE, startPostgres } from "@agent-registry/testkit";
import { runSteps } from "./testing/run-steps.ts";
import { type Run, toTestSteps } from "./testing/steps.ts";
import { summarize } from "./testing/summarize.ts";

const LIMIT_MINUTES = 40;

const isDeep = process.argv.includes("--deep");
const run: Run =
  isDeep || process.argv.includes("--all") ? "all" : process.argv.includes("--rest") ? "rest" : "test";
const startedAt = performance.now();

const postgres = await startPostgres();
process.env[SHARED_POSTGRES_VARIABLE] = postgres.url;
const results = await runSteps(toTestSteps({ run, deepProfile: isDeep ? deepProfile : undefined }), {
  // More than two cores can run: all of them wait for chains, pages and processes at times. The long runs hold
  // times that the documents promise.
  atOnce: isDeep ? 2 : 4,
  // The long runs may take as long as they need.
  limitMinutes: isDeep ? undefined : LIMIT_MINUTES,
  isComplete: process.env.CI === "true",
});
await postgres.stop();

console.log(summarize({ results, seconds: (performance.now() - startedAt) / 1000 }));
process.exitCode = results.every(({ isOk }) => isOk) ? 0 : 1;
