import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Chromium then compiles all functions of a script while it arrives; to other browsers it is a comment. */
export const COMPILE_HINT = "//# allFunctionsCalledOnLoad\n";

/** From about this size on, Chromium compiles a script in a thread beside the page's own. */
const MIN_BYTES = 30_000;

/**
 * Puts the hint before large scripts. Without it a page stands still while each function is compiled at its first call,
 * which on a phone is most of what it waits for before it reacts.
 */
export function hintCompile(chunksDir: string): void {
  for (const name of readdirSync(chunksDir)) {
    if (!name.endsWith(".js")) continue;
    const file = join(chunksDir, name);
    const script = readFileSync(file, "utf8");
    if (script.length >= MIN_BYTES && !script.startsWith(COMPILE_HINT))
      writeFileSync(file, COMPILE_HINT + script);
  }
}
