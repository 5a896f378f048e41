const PATIENCE_MS = 2_000;
const STEP_MS = 250;
const MARKS = ["|", "/", "-", "\\"];
/** Takes away the line that stands at the cursor. */
const CLEAR = "\r\u001b[K";

/** A line at a terminal that moves for as long as something is waited for; nothing in the first two seconds. */
export function startWaitLine(text: string, write: (text: string) => unknown): { end(): void } {
  let steps = 0;
  let moving: NodeJS.Timeout | undefined;
  const show = () => {
    const seconds = Math.round((PATIENCE_MS + steps * STEP_MS) / 1_000);
    write(`${CLEAR}${MARKS[steps % MARKS.length]} ${text} (${seconds} s)`);
    steps += 1;
  };
  const patience = setTimeout(() => {
    show();
    moving = setInterval(show, STEP_MS).unref();
  }, PATIENCE_MS).unref();
  return {
    end() {
      clearTimeout(patience);
      clearInterval(moving);
      if (steps > 0) write(CLEAR);
      steps = 0;
    },
  };
}
