// Which test files take long. Our runners print the time of a file as a line; as a module named to `node --test` by
// `--test-reporter` this one prints that line for each file that had a process of its own.
import type { TestEvent } from "node:test/reporters";

export default async function* reportFileTimes(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of events) {
    if (type !== "test:summary" || data.file === undefined) continue;
    yield `${data.success ? "✔" : "✖"} ${data.file} (${data.duration_ms}ms)\n`;
  }
}

/** A file with a process or a suite of its own: `✔ scripts/run.test.ts (1234.5ms)`. */
const FILE_LINE = /^[✔✖] (\S+\.test\.ts) \(([\d.]+)ms\)$/gm;
/** One test of Playwright's: `✓  5 [project] › e2e/kya.spec.ts:54:1 › its title (5.4s)`. */
const PAGE_LINE = /^ *[✓✘] +\d+ .*?(\S+\.spec\.ts):\d+:\d+ › .* \((?:([\d.]+)m|([\d.]+)s|([\d.]+)ms)\)$/gm;

/** The seconds of each test file whose runner printed them. */
export function readFileTimes(output: string): Map<string, number> {
  const seconds = new Map<string, number>();
  const add = (file: string, more: number) => seconds.set(file, (seconds.get(file) ?? 0) + more);
  for (const [, file = "", ms] of output.matchAll(FILE_LINE)) add(file, Number(ms) / 1000);
  for (const [, file = "", minutes = 0, whole = 0, ms = 0] of output.matchAll(PAGE_LINE))
    add(file, Number(minutes) * 60 + Number(whole) + Number(ms) / 1000);
  return seconds;
}
