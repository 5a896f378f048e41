/**
 * A change to the code that no test notices, and why none has to. `code` is the changed line as it stands,
 * `becomes` what the changed part of it becomes. An explanation without such a change is an error, so that the
 * list stays true.
 */
export type Explanation = { file: string; code: string; becomes: string; why: string };

export const EXPLAINED: Explanation[] = [
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
];
