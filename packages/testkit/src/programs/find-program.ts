import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";

export type Program = {
  title: string;
  debianPackage: string;
  /** If this one file of the package is all that is needed: where it is in it. It is unpacked to `UNPACKED_FOLDER`. */
  fileInPackage?: string;
  /** Names the program if it is not on the search path. */
  variable: string;
  fileNames: readonly string[];
  otherPlaces?: readonly string[];
};

/**
 * For programs that are taken out of a package which is too large to be installed for them. A folder of the machine, as
 * for installed ones, so that not every checkout downloads them.
 */
export const UNPACKED_FOLDER = join(homedir(), ".cache", "agent-registry", "programs");

/** The programs that tests run and that do not come with npm. */
export const PROGRAMS = {
  chromium: {
    title: "Chromium",
    debianPackage: "chromium-headless-shell",
    variable: "CHROMIUM_PATH",
    // The shell comes first: it has no window to draw, and takes a third less time.
    fileNames: [
      "chromium-headless-shell",
      "chromium",
      "chromium-browser",
      "google-chrome",
      "google-chrome-stable",
      "chrome",
    ],
    otherPlaces: [
      "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
      "/Applications/Chromium.app/Contents/MacOS/Chromium",
    ],
  },
  redis: {
    title: "Redis",
    debianPackage: "redis-server",
    variable: "REDIS_SERVER_PATH",
    fileNames: ["redis-server", "valkey-server"],
  },
  pgbouncer: {
    title: "PgBouncer",
    debianPackage: "pgbouncer",
    variable: "PGBOUNCER_PATH",
    fileNames: ["pgbouncer"],
    // Debian keeps it where only administrators look.
    otherPlaces: ["/usr/sbin/pgbouncer"],
  },
  nginx: {
    title: "nginx",
    debianPackage: "nginx",
    // The package would start a server.
    fileInPackage: "usr/sbin/nginx",
    variable: "NGINX_PATH",
    fileNames: ["nginx"],
    otherPlaces: ["/usr/sbin/nginx", join(UNPACKED_FOLDER, "nginx")],
  },
  "systemd-analyze": {
    title: "systemd-analyze",
    debianPackage: "systemd",
    variable: "SYSTEMD_ANALYZE_PATH",
    fileNames: ["systemd-analyze"],
  },
  promtool: {
    title: "Prometheus' promtool",
    debianPackage: "prometheus",
    // The package has a server and pages besides, and ten others that it needs.
    fileInPackage: "usr/bin/promtool",
    variable: "PROMTOOL_PATH",
    fileNames: ["promtool"],
    otherPlaces: [join(UNPACKED_FOLDER, "promtool")],
  },
} as const satisfies Record<string, Program>;

export type ProgramName = keyof typeof PROGRAMS;

/** Where an installed program is, or undefined. */
export function findProgram(name: ProgramName, env: NodeJS.ProcessEnv = process.env): string | undefined {
  const { variable, fileNames, otherPlaces = [] }: Program = PROGRAMS[name];
  const onPath = (env.PATH ?? "")
    .split(delimiter)
    .flatMap((folder) => fileNames.map((fileName) => join(folder, fileName)));
  return [env[variable] ?? "", ...onPath, ...otherPlaces].find((path) => path !== "" && existsSync(path));
}
