import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export type Block = { commands: string; isBackground: boolean };

/** The commands of a guide in order: every fence marked `sh`, or `sh background` for what stays. */
export function readGuide(name: string): Block[] {
  const file = fileURLToPath(new URL(`../../../../docs/guides/${name}.md`, import.meta.url));
  return parseGuide(readFileSync(file, "utf8"));
}

export function parseGuide(text: string): Block[] {
  return [...text.matchAll(/^```(\S*)([^\n]*)\n([\s\S]*?)^```$/gm)].flatMap(
    ([, language, info = "", commands = ""]) => {
      // Under another name a command would slip past the test that runs them.
      if (["bash", "shell", "console", "zsh", ""].includes(language ?? "")) {
        throw new Error(`Mark commands as sh, and anything else as text: ${commands}`);
      }
      return language === "sh" ? [{ commands, isBackground: info.trim() === "background" }] : [];
    },
  );
}
