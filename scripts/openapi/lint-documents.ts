import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { DOCUMENTS, toCommand } from "./documents.ts";

type Problem = { message: string; ruleId: string; location: { pointer?: string }[] };

/** What Redocly's recommended rules say against the documents, warnings included. */
export async function lintDocuments(): Promise<string[]> {
  return (await Promise.all(DOCUMENTS.map(({ file }) => lint(file)))).flat();
}

async function lint(file: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)(
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
