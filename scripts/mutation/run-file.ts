import { describe, run } from "node:test";

/** Without `failure`, all tests passed. If `isOver` is false, some of them still run. */
type FileResult = { failure?: string; isOver: boolean; hangs?: boolean };
export type RunFile = (file: string, options?: { limitMs?: number }) => Promise<FileResult>;

/** After a failure: tests that wait for what will not come are not waited for. */
const PATIENCE_MS = 1_000;

/** Taken here, since tests put clocks of their own in its place. */
const setRealTimeout = setTimeout;

/**
 * Runs files of tests in this process. Node reports the results of tests by one stream for the whole process,
 * so one file is run after the other.
 */
export function createFileRunner(): RunFile {
  let failure: string | undefined;
  let finish = (_result: FileResult) => {};
  const events = run({ files: [], isolation: "none" });
  events.on("test:pass", ({ nesting }) => {
    if (nesting === 0) finish({ isOver: true });
  });
  events.on("test:fail", ({ name, nesting, details }) => {
    failure ??= `${name}: ${details.error.message}`;
    const result = { failure, isOver: nesting === 0 };
    const finishThis = finish;
    setRealTimeout(() => finishThis(result), nesting === 0 ? 0 : PATIENCE_MS);
  });
  events.resume();

  return (file, { limitMs } = {}) => {
    const { promise, resolve } = Promise.withResolvers<FileResult>();
    failure = undefined;
    finish = resolve;
    if (limitMs !== undefined) setRealTimeout(() => resolve({ isOver: false, hangs: true }), limitMs).unref();
    describe(file, async () => {
      await import(file);
    });
    return promise;
  };
}
