import { readFileSync } from "node:fs";
import { parse } from "yaml";

const FOLDER = "deploy/compose";
/**
 * `${NAME}`, with a default after `:-`, or after `-` one that an empty value replaces, too, or what to say if it is missing
 * after `:?`.
 */
const VARIABLE = /\$\{(\w+)(?:(:[-?]|-)([^}]*))?\}/g;

export type ComposeService = {
  image?: string;
  command?: string[];
  environment?: Record<string, string>;
  secrets?: string[];
  profiles?: string[];
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  ports?: string[];
  volumes?: string[];
};
type Compose = { services: Record<string, ComposeService>; secrets: Record<string, { file: string }> };

/** The compose file with the variables of its example, as `docker compose config` would show it. */
export function readCompose(): Compose {
  const variables = readExample();
  const fillIn = (text: string) =>
    text.replace(VARIABLE, (_, name: string, kind: string | undefined, rest: string) => {
      if (kind === "-") return variables[name] ?? rest;
      const value = variables[name] ?? "";
      if (value === "" && kind !== ":-") throw new Error(`example.env does not set ${name}`);
      return value === "" ? rest : value;
    });
  const parsed = parse(readFileSync(`${FOLDER}/compose.yaml`, "utf8"), { merge: true });
  return JSON.parse(JSON.stringify(parsed), (_, value) =>
    typeof value === "string" ? fillIn(value) : value,
  );
}

export function readExample(): Record<string, string> {
  const lines = readFileSync(`${FOLDER}/example.env`, "utf8").matchAll(/^(\w+)=(.*)$/gm);
  return Object.fromEntries([...lines].map(([, name = "", value = ""]) => [name, value]));
}
