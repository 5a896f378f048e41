import { findRows, withLine } from "./edit-snapshot.ts";

const BOTH = ["sqlite", "postgres"];
/** What is found before anything reaches the database is tried on one engine. */
const ONE = ["sqlite"];

type Edit = {
  name: string;
  engines: string[];
  /** Why it is refused. */
  says: RegExp;
  edit: (lines: string[], of: { registryAddress: string; blockHash: string }) => string[];
  /** Whether the digest is made right again. */
  isSealed?: boolean;
};

/** Ways in which a snapshot may be wrong. */
export const SNAPSHOT_EDITS: Edit[] = [
  {
    name: "without its end",
    engines: BOTH,
    says: /cut off/,
    edit: (lines) => lines.slice(0, -40),
  },
  {
    name: "with an altered row",
    engines: BOTH,
    says: /SHA-256 is not that of its content/,
    edit: (lines) => withLine(lines, findRows(lines, "filings"), (line) => line.replace("0x", "0y")),
  },
  {
    name: "with an altered agent and a digest that fits",
    engines: BOTH,
    says: /1 of \d+ agents are not as the contract has them; agent 1: capabilityHash: /,
    edit: (lines) =>
      withLine(lines, findRows(lines, "agents"), (line) =>
        JSON.stringify(JSON.parse(line).with(5, `0x${"ab".repeat(32)}`)),
      ),
    isSealed: true,
  },
  {
    name: "without its last agent",
    engines: ONE,
    says: /another number of rows than it says/,
    edit: (lines) => lines.toSpliced(findRows(lines, "filings") - 2, 1),
    isSealed: true,
  },
  {
    name: "with two rows in another order",
    engines: ONE,
    says: /rows of person_revenue .* not in their order/,
    edit(lines) {
      const first = findRows(lines, "person_revenue");
      return lines.toSpliced(first, 2, lines[first + 1] ?? "", lines[first] ?? "");
    },
    isSealed: true,
  },
  {
    name: "with text in the place of a number",
    engines: ONE,
    says: /A row of agents in the snapshot is not right/,
    edit: (lines) => withLine(lines, findRows(lines, "agents"), (line) => line.replace("[1,", '["1",')),
    isSealed: true,
  },
  {
    name: "with tables in another order",
    engines: ONE,
    says: /other tables than this version has, or in another order/,
    edit: (lines) => lines.toSpliced(1, findRows(lines, "filings") - 2),
    isSealed: true,
  },
  {
    name: "with an endless line",
    engines: ONE,
    says: /line of the snapshot is far too long/,
    edit: (lines) => lines.toSpliced(1, 0, " ".repeat(3_000_000)),
  },
  {
    name: "that goes on after its end",
    engines: ONE,
    says: /goes on after its end/,
    edit: (lines) => [...lines, "[]", lines.at(-1) ?? ""],
  },
  {
    name: "of another register",
    engines: ONE,
    says: /is of the register at 0x0{40}/,
    edit: (lines, of) =>
      withLine(lines, 0, (line) => line.replace(of.registryAddress.toLowerCase(), `0x${"0".repeat(40)}`)),
    isSealed: true,
  },
  {
    name: "of another chain",
    engines: ONE,
    says: /is of chain 1, and not of that of RPC_URL/,
    edit: (lines) => withLine(lines, 0, (line) => line.replace(/"chainId":\d+/, '"chainId":1')),
    isSealed: true,
  },
  {
    name: "of a block that the chain does not have",
    engines: ONE,
    says: /Block \d+ of the chain is not that of the snapshot/,
    edit: (lines, of) => withLine(lines, 0, (line) => line.replace(of.blockHash, `0x${"12".repeat(32)}`)),
    isSealed: true,
  },
  {
    name: "of a later version of the format",
    engines: ONE,
    says: /has version 2 of the format; this is 1/,
    edit: (lines) => withLine(lines, 0, (line) => line.replace('"version":1', '"version":2')),
  },
];
