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
];
