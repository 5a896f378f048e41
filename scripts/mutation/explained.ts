/**
 * A change to the code that no test notices, and why none has to. `code` is the changed line as it stands,
 * `becomes` what the changed part of it becomes. An explanation without such a change is an error, so that the
 * list stays true.
 */
export type Explanation = { file: string; code: string; becomes: string; why: string };

export const EXPLAINED: Explanation[] = [];
