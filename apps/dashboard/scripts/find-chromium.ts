import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The shell comes first: it has no window to draw, and takes a third less time. */
const NAMES = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "chrome",
];
const PLACES = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** An installed Chromium (CHROMIUM_PATH, the search path, the usual places), or undefined. */
export function findChromium(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const onPath = (env.PATH ?? "")
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return [env.CHROMIUM_PATH ?? "", ...onPath, ...PLACES].find((path) => path !== "" && existsSync(path));
}
