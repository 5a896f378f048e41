// `npm run backup -- <database> <copy>`: a copy of a SQLite database that is in use, as of one moment.
import { existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";

const [database, copy] = process.argv.slice(2);
if (database === undefined || copy === undefined) fail("Name the database and the copy to be made.");
if (!existsSync(database)) fail(`There is no ${database}.`);
if (existsSync(copy)) fail(`There is a ${copy} already. Nothing was written.`);
new DatabaseSync(database, { readOnly: true }).prepare("VACUUM INTO ?").run(copy);
console.log(`Wrote ${copy}.`);

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
