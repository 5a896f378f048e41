import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { findCircles } from "./find-circles.ts";
import { LAYERS, WORKSPACES } from "./layers.ts";
import { type Import, readImports } from "./read-imports.ts";

const imports = readImports();
const isTest = (file: string) =>
  /\.(test|spec)\.tsx?$|\/playwright\.config\.ts$|\/(testing|e2e|test)\//.test(file);
const show = ({ from, to }: Import) => `${from} -> ${to}`;

/** The longest of the given paths that the file is, or lies in. */
function findPlace(file: string, places: string[]): string | undefined {
  const holding = places.filter((place) => file === place || file.startsWith(`${place}/`));
  return holding.sort((a, b) => b.length - a.length)[0];
}

describe("imports", () => {
  it("were found at all", () => assert.ok(imports.length > 1_000));

  it("never run in a circle", () => assert.deepEqual(findCircles(imports), []));

  it("point from a workspace only to those below it, and there only to its public entries", () => {
    const wrong = imports.filter(({ from, to, isByPackageName }) => {
      const [here = "", there = ""] = [from, to].map((file) => findPlace(file, Object.keys(WORKSPACES)));
      if (here === there) return isByPackageName;
      const allowed = [...(WORKSPACES[here] ?? []), ...(isTest(from) ? ["packages/testkit"] : [])];
      return !isByPackageName || !allowed.includes(there);
    });
    assert.deepEqual(wrong.map(show), []);
  });

  for (const [src, layers] of Object.entries(LAYERS)) {
    it(`point one way inside ${src}`, () => {
      const places = Object.keys(layers).map((layer) => `${src}/${layer}`);
      const inside = imports.filter(
        ({ from, to }) => !isTest(from) && [from, to].every((f) => f.startsWith(`${src}/`)),
      );
      const wrong = inside.filter(({ from, to }) => {
        const [here, there] = [findPlace(from, places), findPlace(to, places)];
        if (isTest(to)) return true;
        if (here === undefined) return from.slice(src.length + 1).includes("/");
        if (here === there) return false;
        return (
          there === undefined || !layers[here.slice(src.length + 1)]?.includes(there.slice(src.length + 1))
        );
      });
      assert.deepEqual(wrong.map(show), []);
    });
  }
});
