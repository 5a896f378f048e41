import { PassThrough } from "node:stream";

export type TestTerminal = ReturnType<typeof createTerminal>;

/** A keyboard that types the next answer whenever the terminal stops showing what is typed. */
export function createTerminal(answers: readonly string[]) {
  const left = [...answers];
  const keyboard = new PassThrough();
  return Object.assign(keyboard, {
    isTTY: true,
    setRawMode(isRaw: boolean) {
      const answer = isRaw ? left.shift() : undefined;
      if (answer !== undefined)
        setImmediate(() => keyboard.write(answer.endsWith("\u0003") ? answer : `${answer}\r`));
      return keyboard;
    },
  });
}
