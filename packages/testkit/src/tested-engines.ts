/** Where a run of many tests says on which database engines they run, separated by commas; on all of them if not. */
export const TESTED_ENGINES_VARIABLE = "TEST_ENGINES";

const ENGINES = ["sqlite", "postgres"] as const;

/** The database engines on which this run tests what must be alike on all of them. */
export const testedEngines = readTestedEngines(process.env[TESTED_ENGINES_VARIABLE]);

function readTestedEngines(names: string | undefined): readonly (typeof ENGINES)[number][] {
  if (names === undefined) return ENGINES;
  return names.split(",").map((name) => {
    const engine = ENGINES.find((each) => each === name);
    if (engine === undefined) throw new Error(`${TESTED_ENGINES_VARIABLE}: there is no engine "${name}"`);
    return engine;
  });
}
