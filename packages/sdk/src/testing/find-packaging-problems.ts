import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { checkPackage, Package } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";

/** The package is for those who import modules, as every Node and bundler of today can. */
const RESOLUTIONS = ["node16-esm", "bundler"];

/** What publint and Are The Types Wrong find fault with in a package as it is installed. */
export async function findPackagingProblems({ installed }: { installed: string }): Promise<string[]> {
  return [...(await lint(installed)), ...(await checkTypes(installed))];
}

async function lint(pkgDir: string): Promise<string[]> {
  const { messages, pkg = {} } = await publint({ pkgDir, pack: false, strict: true });
  return messages.map((message) => formatMessage(message, pkg, { color: false }) ?? message.code);
}

async function checkTypes(installed: string): Promise<string[]> {
  const { name, version } = JSON.parse(readFileSync(path.join(installed, "package.json"), "utf8"));
  const files = readdirSync(installed, { recursive: true, encoding: "utf8" })
    .filter((file) => statSync(path.join(installed, file)).isFile())
    .map((file) => [`/node_modules/${name}/${file}`, readFileSync(path.join(installed, file), "utf8")]);
  const result = await checkPackage(new Package(Object.fromEntries(files), name, version));
  // A program to run has no types.
  if (result.types === false) return [];
  return result.problems
    .filter((problem) => !("resolutionKind" in problem) || RESOLUTIONS.includes(problem.resolutionKind))
    .map((problem) => JSON.stringify(problem));
}
