/**
 * A change to the code that no test notices, and why none has to. `code` is the changed line as it stands,
 * `becomes` what the changed part of it becomes. An explanation without such a change is an error, so that the
 * list stays true.
 */
export type Explanation = { file: string; code: string; becomes: string; why: string };

export const EXPLAINED: Explanation[] = [
  {
    file: "apps/api/src/index-store/write/counters.ts",
    code: "const id = start * ATTESTATION_WIDTHS.length + level;",
    becomes: "start * ATTESTATION_WIDTHS.length - level",
    why: "The ids only have to differ from each other, and do so either way.",
  },
  {
    file: "apps/api/src/index-store/write/counters.ts",
    code: "const amount = BigInt(report.amount * direction);",
    becomes: "report.amount / direction",
    why: "The direction is 1 or -1.",
  },
  {
    file: "apps/api/src/index-store/write/postgres-leader.ts",
    code: "if (keys.length === 0) return [];",
    becomes: "false",
    why: "A query for no keys finds nothing. It only costs a round trip.",
  },
  {
    file: "apps/api/src/index-store/write/postgres-leader.ts",
    code: "if (op.rows.length === 0) return;",
    becomes: "false",
    why: "A statement with no rows writes nothing. It only costs a round trip.",
  },
  {
    file: "apps/api/src/index-store/write/postgres-leader.ts",
    code: "if (op.keys.length === 0) return;",
    becomes: "false",
    why: "A statement with no keys deletes nothing. It only costs a round trip.",
  },
  {
    file: "apps/api/src/index-store/write/sqlite-leader.ts",
    code: 'sqlite.exec("PRAGMA cache_size = -24576; PRAGMA wal_autocheckpoint = 4000");',
    becomes: '""',
    why: "Only makes a back-fill faster.",
  },
  {
    file: "apps/api/src/index-store/write/sqlite-leader.ts",
    code: "if (found === undefined) {",
    becomes: "true",
    why: "A statement that is prepared anew does the same, only later.",
  },
  {
    file: "apps/api/src/index-store/write/sqlite-leader.ts",
    code: "prepared.set(sql, found);",
    becomes: ";",
    why: "A statement that is prepared anew does the same, only later.",
  },
  {
    file: "apps/api/src/index-store/write/sqlite-leader.ts",
    code: "const sets = names",
    becomes: "names",
    why: "A key that is overwritten with itself stays as it is. It only takes SQLite longer.",
  },
  {
    file: "apps/api/src/index-store/write/sqlite-leader.ts",
    code: 'if (op.table === "agents") {',
    becomes: "true",
    why: "Rows of other tables name no agents, or those whose scopes the search table has. It only takes longer.",
  },
  {
    file: "apps/relayer/src/checks/budget.ts",
    code: 'const isAttestation = call.kind === "write" && call.isAttestation;',
    becomes: "true",
    why: "Only writing calls have `isAttestation`, so for the other kinds it is undefined, which counts as false.",
  },
  {
    file: "apps/relayer/src/checks/registry-call.ts",
    code: "} catch {",
    becomes: "{}",
    why: "A function that ends without a return gives undefined, too.",
  },
  {
    file: "apps/relayer/src/ledger/budget.ts",
    code: 'const [paidWei, { reservedWei }] = [await readPaid({ db, clock }), await readReserved({ db, wallet: "" })];',
    becomes: '"Stryker was here!"',
    why: "Only the sum over all wallets is used here, and no wallet has either of these names.",
  },
  {
    file: "apps/relayer/src/ledger/budget.ts",
    code: '.selectFrom(places.as("places"))',
    becomes: '""',
    why: "Nothing refers to this name. SQLite takes an empty one, too; PostgreSQL does not, on which the integration tests run.",
  },
  {
    file: "apps/relayer/src/ledger/request-store.ts",
    code: "result: row.result === null ? null : JSON.parse(row.result),",
    becomes: "false",
    why: "JSON.parse reads null as the text `null`, which stands for null again.",
  },
  {
    file: "apps/relayer/src/ledger/transaction-store.ts",
    code: "if (row !== undefined) await requeue(transaction, id);",
    becomes: "true",
    why: "Only a live transaction has requests that are `sent`, and no others are queued: the condition is a second lock.",
  },
  {
    file: "apps/relayer/src/ledger/transaction-store.ts",
    code: "if (!isFirst) return;",
    becomes: "false",
    why: "Only a live transaction has requests that are `sent`, and no others change: the condition is a second lock.",
  },
  {
    file: "apps/relayer/src/send/dispatcher.ts",
    code: "let floor = { nonce: 0, holdsUntil: 0 };",
    becomes: "{}",
    why: "No moment is before an undefined one, so that a floor without fields does not hold either.",
  },
  {
    file: "apps/relayer/src/send/dispatcher.ts",
    code: "default:",
    becomes: "default:",
    why: "Only the compiler reads it: it proves that no kind of rejection is left out.",
  },
  {
    file: "apps/relayer/src/send/rechecker.ts",
    code: "void checks.run(await requests.findUnchecked(queue), { patienceMs: 0 });",
    becomes: "{}",
    why: "Nobody waits for this run, so it does not matter how long it would be waited for.",
  },
  {
    file: "apps/relayer/src/send/reorganisations.ts",
    code: 'return gracePeriods.isOver(hash, timing.lostMs) ? "lost" : "unknown";',
    becomes: '""',
    why: "A place is only compared with the two other words.",
  },
  {
    file: "apps/relayer/src/send/settle-mined.ts",
    code: `return \`\${from.toLowerCase()}:\${nonce}\`;`,
    becomes: "from.toUpperCase()",
    why: "Keys are only compared with each other: any one case of letters serves.",
  },
  {
    file: "apps/relayer/src/send/transaction-signer.ts",
    code: "if (lowest === undefined) return undefined;",
    becomes: "false",
    why: "With nothing in flight, picking from an undefined number gives undefined as well.",
  },
  {
    file: "apps/relayer/src/send/transaction-signer.ts",
    code: "if (newest === undefined) return undefined;",
    becomes: "false",
    why: "A transaction is written together with its first attempt, so that there always is one.",
  },
  {
    file: "apps/relayer/src/send/transaction-signer.ts",
    code: "const wei = neededWei > heldWei ? neededWei : heldWei;",
    becomes: "neededWei >= heldWei",
    why: "Of two equal numbers either is the higher.",
  },
  {
    file: "apps/relayer/src/send/transaction-signer.ts",
    code: "return values.reduce((a, b) => (a > b ? a : b));",
    becomes: "a >= b",
    why: "Of two equal numbers either is the highest.",
  },
  {
    file: "apps/relayer/src/send/watcher.ts",
    code: "const raw = dearer || attempts.at(-1)?.raw;",
    becomes: "attempts.at(-1).raw",
    why: "A transaction is written together with its first attempt, so that there always is one.",
  },
  {
    file: "apps/relayer/src/send/watcher.ts",
    code: "if (raw === undefined) return;",
    becomes: "false",
    why: "A transaction is written together with its first attempt, so that there always is one.",
  },
];
