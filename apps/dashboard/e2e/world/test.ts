import { test as base, expect, type Page } from "@playwright/test";
import { getWorld, type World } from "./world.ts";

type Fixtures = {
  world: World;
  /** Faults of the browser's console that a test provokes on purpose. */
  expectFaults: (pattern: RegExp) => void;
};

/**
 * Every test watches its page: no error in the console (a breach of the content security policy is one), no
 * request to a host other than the dashboard's and the API's.
 */
export const test = base.extend<Fixtures & { watch: undefined }>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the parameter's shape
  world: async ({}, use) => use(getWorld()),

  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the parameter's shape
  expectFaults: async ({}, use, testInfo) => {
    await use((pattern) =>
      testInfo.annotations.push({ type: "expected fault", description: pattern.source }),
    );
  },

  watch: [
    async ({ page }, use, testInfo) => {
      const faults: string[] = [];
      const hosts = new Set<string>();
      page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
      page.on("pageerror", (error) => faults.push(error.message));
      page.on("request", (request) => hosts.add(new URL(request.url()).hostname));
      await use(undefined);

      const expected = testInfo.annotations
        .filter(({ type }) => type === "expected fault")
        .map(({ description }) => new RegExp(description ?? ""));
      expect(faults.filter((fault) => !expected.some((pattern) => pattern.test(fault)))).toEqual([]);
      hosts.delete("");
      expect([...hosts].filter((host) => host !== "127.0.0.1")).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** The API's own answer, to hold the page against. */
export async function ask<T>(apiUrl: string, path: string): Promise<T> {
  const response = await fetch(`${apiUrl}/api/v1${path}`);
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return (await response.json()) as T;
}

/** Every request that the page makes to one path of the API. */
export function countRequests(page: Page, path: string): () => number {
  let count = 0;
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === `/api/v1${path}`) count += 1;
  });
  return () => count;
}
