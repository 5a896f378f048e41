/**
 * A change to the code that no test notices, and why none has to. `code` is the changed line as it stands,
 * `becomes` what the changed part of it becomes. An explanation without such a change is an error, so that the
 * list stays true.
 */
export type Explanation = { file: string; code: string; becomes: string; why: string };

const EXPLAINED_SEND: Explanation[] = [
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

export const EXPLAINED: Explanation[] = [...EXPLAINED_SEND];
