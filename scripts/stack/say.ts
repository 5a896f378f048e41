const startedAt = Date.now();

/** One line of progress, with the seconds since the start. */
export function say(line: string): void {
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1).padStart(5);
  console.log(`${seconds} s  ${line}`);
}
