// Builds the package that others install, into dist/: `node packages/sdk/scripts/build.ts`, then
// `npm publish packages/sdk/dist`. In this workspace the TypeScript sources are used as they are.
import { fileURLToPath } from "node:url";
import { buildSdk } from "./build-sdk.ts";

const outDir = fileURLToPath(new URL("../dist", import.meta.url));
buildSdk({ outDir });
console.log(`Built into ${outDir}`);
