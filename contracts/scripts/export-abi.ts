// `npm run export-abi`: to be run after any change of the contracts.
import { writeFile } from "node:fs/promises";
import { fromRoot, renderGenerated } from "./render-generated.ts";

for (const [file, content] of await renderGenerated()) {
  await writeFile(fromRoot(file), content);
  console.log(`wrote ${file}`);
}
