// Builds the package that others install, into dist/: `node packages/cli/scripts/build.ts`, then
// `npm publish packages/cli/dist`. Node runs no TypeScript below node_modules, so it is JavaScript.
import { fileURLToPath } from "node:url";
import { buildCli } from "./build-cli.ts";

const outDir = fileURLToPath(new URL("../dist", import.meta.url));
await buildCli({ outDir });
console.log(`Built into ${outDir}`);
