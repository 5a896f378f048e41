// Whether strangers can use the OpenAPI documents: Redocly's recommended rules have nothing to say, two generators of
// clients take them, and what these make compiles, with a program that uses it.
import { execFile } from "node:child_process";
import { copyFile, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { DOCUMENTS, toCommand } from "./openapi/documents.ts";
import { generateClients } from "./openapi/generate-clients.ts";

const run = promisify(execFile);
const CONSUMER = path.join(import.meta.dirname, "openapi/consumer/use-types.ts");
/** As strict as strangers' projects may be. */
const COMPILER_OPTIONS = [
  ..."--noEmit --strict --noUncheckedIndexedAccess --exactOptionalPropertyTypes".split(" "),
  ..."--allowImportingTsExtensions --verbatimModuleSyntax --erasableSyntaxOnly".split(" "),
  ..."--target es2022 --lib es2022,dom,dom.iterable --skipLibCheck --module esnext --moduleResolution bundler".split(
    " ",
  ),
];

type Problem = { message: string; ruleId: string; location: { pointer?: string }[] };

/** What Redocly's recommended rules say against the documents, warnings included. */
async function lintDocuments(): Promise<string[]> {
  return (await Promise.all(DOCUMENTS.map(({ file }) => lint(file)))).flat();
}

async function lint(file: string): Promise<string[]> {
  const { stdout } = await run(
    toCommand("redocly"),
    ["lint", "--extends", "recommended", "--format", "json", file],
    // By default it sends its makers a message that it ran, and asks them for news.
    { env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" } },
  ).catch((error: { stdout?: string }) => {
    // Its exit code is 1 if there are errors, which are returned below.
    if (error.stdout) return { stdout: error.stdout };
    throw error;
  });
  const { problems } = JSON.parse(stdout) as { problems: Problem[] };
  return problems.map(
    ({ ruleId, message, location }) => `${file}: ${ruleId} at ${location[0]?.pointer}: ${message}`,
  );
}

/** What the compiler says against the generated files and the program that uses them. */
async function compileClients(): Promise<string[]> {
  const folder = await mkdtemp(path.join(tmpdir(), "agent-registry-openapi-"));
  try {
    await generateClients(folder, { baseUrl: "https://register.test" });
    await copyFile(CONSUMER, path.join(folder, path.basename(CONSUMER)));
    const files = await readdir(folder);
    await run(toCommand("tsc"), [...COMPILER_OPTIONS, ...files], { cwd: folder });
    return [];
  } catch (error) {
    return [(error as { stdout?: string }).stdout || String(error)];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const problems = (await Promise.all([lintDocuments(), compileClients()])).flat();
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);
console.log("The OpenAPI documents pass the linter, and the generated clients compile.");
