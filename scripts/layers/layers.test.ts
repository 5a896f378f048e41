import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, it } from "node:test";
import ts from "typescript";
import { LAYERS, WORKSPACES } from "./layers.ts";

/** A path from the project's root, or the name of a package of ours. */
type Import = { from: string; to: string };

const SOURCES = "{apps,packages,bench,scripts,contracts,examples}/**/*.{ts,tsx,mjs}";
const NOT_OURS = /(^|\/)(node_modules|\.next|artifacts|cache|generated)\//;
const PACKAGE_NAME = /^@agent-registry\/([^/]+)/;

const files = globSync(SOURCES).filter((file) => !NOT_OURS.test(file));
const imports = files.flatMap(readImports);

/** The imports of our own files, types included. */
function readImports(from: string): Import[] {
  return ts
    .preProcessFile(readFileSync(from, "utf8"))
    .importedFiles.map(({ fileName }) => fileName)
    .filter((name) => name.startsWith(".") || PACKAGE_NAME.test(name))
    .map((name) => ({ from, to: name.startsWith(".") ? path.join(path.dirname(from), name) : name }));
}

function toWorkspace(place: string): string {
  const [, name = ""] = PACKAGE_NAME.exec(place) ?? /^(?:(?:apps|packages)\/)?([^/]+)/.exec(place) ?? [];
  return name;
}

/** The listed name with the longest path of those that the file is or lies in, and the number of its line. */
function findLayer(file: string, folder: string) {
  return (LAYERS[folder] ?? [])
    .flatMap((names, line) => names.split(" ").map((name) => ({ name, line, place: `${folder}/${name}` })))
    .filter(({ place }) => file === place || file.startsWith(`${place}/`))
    .sort((a, b) => b.name.length - a.name.length)[0];
}

const isTest = (file: string) =>
  /\.(test|spec)\.tsx?$|\/playwright\.config\.ts$|\/(testing|e2e|test)\//.test(file);
const show = ({ from, to }: Import) => `${from} -> ${to}`;

describe("imports", () => {
  it("were found at all", () => assert.ok(imports.length > 1_000));

  it("lead to another workspace only if it is listed, and only by its name", () => {
    const wrong = imports.filter(({ from, to }) => {
      const [here, there] = [toWorkspace(from), toWorkspace(to)];
      const isByName = PACKAGE_NAME.test(to);
      if (here === there) return isByName;
      const allowed = [...(WORKSPACES[here] ?? []), ...(isTest(from) ? ["testkit"] : [])];
      return !isByName || !allowed.includes(there);
    });
    assert.deepEqual(wrong.map(show), []);
  });

  for (const [folder, layers] of Object.entries(LAYERS)) {
    const own = files.filter((file) => file.startsWith(`${folder}/`) && !isTest(file));

    it(`lead from a layer of ${folder} only to those below it`, () => {
      const wrong = imports.filter(({ from, to }) => {
        if (!own.includes(from) || !to.startsWith(`${folder}/`)) return false;
        const [here, there] = [findLayer(from, folder), findLayer(to, folder)];
        if (isTest(to)) return true;
        if (here === undefined || here.name === there?.name) return false;
        return there === undefined || there.line >= here.line;
      });
      assert.deepEqual(wrong.map(show), []);
    });

    it(`are held to layers that have every folder in ${folder}, and no other`, () => {
      const isInFolder = (file: string) => path.dirname(file) !== folder;
      const missing = own.filter((file) => isInFolder(file) && findLayer(file, folder) === undefined);
      const gone = layers
        .join(" ")
        .split(" ")
        .filter((name) => !existsSync(path.join(folder, name)));
      assert.deepEqual({ missing, gone }, { missing: [], gone: [] });
    });
  }
});
