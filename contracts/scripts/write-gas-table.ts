// Measures what every operation costs and commits it to contracts/gas-table.json, for the tests to hold.
import { writeGasTable } from "../test/gas/gas-table.ts";
import { measureGas } from "../test/gas/measure-gas.ts";

const table = await measureGas();
await writeGasTable(table);
console.table(table);
