// `npm run mutation [-- <area> …]`: changes the code in many small ways and sees whether the tests notice.
import { parseArgs } from "node:util";
import { SHARED_POSTGRES_VARIABLE, usePostgres } from "@agent-registry/testkit";
import { MUTATION_AREAS } from "./mutation/areas.ts";
import { EXPLAINED } from "./mutation/explained.ts";
import { judge } from "./mutation/judge.ts";
import { mutateArea } from "./mutation/mutate-area.ts";

/** The least share of changes that tests must notice, area by area. */
const LEAST_SHARE = 0.9;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { file: { type: "string" } },
});
const areas = MUTATION_AREAS.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
if (areas.length === 0) {
  console.error(`There is no such area. There are: ${MUTATION_AREAS.map(({ name }) => name).join(", ")}`);
  process.exit(2);
}

// Some of the tests need one, and to start one for each change would take hours.
const postgres = await usePostgres();
process.env[SHARED_POSTGRES_VARIABLE] = postgres.url;

for (const { name, mutate, ...tests } of areas) {
  const mutants = await mutateArea({ mutate: values.file === undefined ? mutate : [values.file], ...tests });
  const files = new Set(mutants.map(({ file }) => file));
  const { share, unexplained, needless } = judge(
    mutants,
    EXPLAINED.filter(({ file }) => files.has(file)),
  );
  for (const { file, line, code, becomes } of unexplained) {
    console.log(`✖ nobody noticed: ${file}:${line}\n    ${code}\n    changed part becomes: ${becomes}`);
  }
  for (const { file, code, becomes } of needless) {
    console.log(
      `✖ explained, but noticed or gone: ${file}\n    ${code}\n    changed part becomes: ${becomes}`,
    );
  }
  const isGood = share >= LEAST_SHARE && unexplained.length === 0 && needless.length === 0;
  const timedOut = mutants.filter(({ outcome }) => outcome === "timed out").length;
  console.log(
    `${isGood ? "✔" : "✖"} ${name}: ${(share * 100).toFixed(1)} % of ${mutants.length} changes noticed ` +
      `(${timedOut} by tests that took too long), ${unexplained.length} of the others unexplained`,
  );
  if (!isGood) process.exitCode = 1;
}
await postgres.stop();
