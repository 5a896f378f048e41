// What a client may show its user before it calls a tool. All of the register is public and others write to
// it.
const shared = { idempotentHint: true, openWorldHint: true } as const;

export const reads = { ...shared, readOnlyHint: true, destructiveHint: false } as const;

/** Writes what can be taken back, or lapses by itself. */
export const writes = { ...shared, readOnlyHint: false, destructiveHint: false } as const;

/** Writes what cannot be undone. */
export const writesForGood = { ...shared, readOnlyHint: false, destructiveHint: true } as const;

/** A second call with the same input does more than the first one did. */
export const eachTime = { idempotentHint: false } as const;
