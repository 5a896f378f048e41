/** What a program needs of the environment to start quickly: none of the developer's own settings and keys. */
export const bareEnv: Record<string, string> = Object.fromEntries(
  ["PATH", "NODE_COMPILE_CACHE"].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  }),
);
