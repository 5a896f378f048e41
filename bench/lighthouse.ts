// How fast the dashboard's pages are for people, by Lighthouse: each page as it is, on a phone and on a desk, and on a
// phone without the data that come with it, as the peer. The scores of the other categories are reported, too.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  deployLocally,
  findFreePort,
  findProgram,
  populateRegister,
  startChain,
  waitUntil,
} from "@agent-registry/testkit";
import lighthouse, { desktopConfig, type Result } from "lighthouse";
import { median } from "./api-processes.ts";

const RUNS = Number(process.env.RUNS ?? 3);
const DAY_MS = 86_400_000;
const PAGES = process.env.PAGES?.split(",") ?? [
  "/",
  "/agents",
  "/agents/2",
  "/lineage/2",
  "/people/0x90F79bf6EB2c4f870365E785982E1f101E93b906",
  "/compliance",
  "/enforcement",
  "/revenue",
  "/kya",
  "/check",
  "/trust",
];
const OTHERS = ["accessibility", "best-practices", "seo"];

const chromium = findProgram("chromium");
if (chromium === undefined) throw new Error("Chromium is not installed; CHROMIUM_PATH names it");
const folder = await mkdtemp(path.join(tmpdir(), "agent-registry-lighthouse-"));
const children: ChildProcess[] = [];

function run(program: string, args: string[], env: Record<string, string> = {}): void {
  const options = { env: { ...process.env, ...env }, stdio: "ignore" as const };
  children.push(spawn(program, args, options));
}

async function isUp(url: string): Promise<boolean> {
  const response = await fetch(url).catch(() => undefined);
  await response?.arrayBuffer();
  return response?.ok === true;
}

async function startDashboard(apiUrl: string, apiInternalUrl: string): Promise<string> {
  const port = String(await findFreePort());
  run(process.execPath, ["apps/dashboard/scripts/start.ts"], {
    PORT: port,
    HOST: "127.0.0.1",
    NEXT_PUBLIC_API_URL: apiUrl,
    API_INTERNAL_URL: apiInternalUrl,
  });
  const url = `http://127.0.0.1:${port}`;
  await waitUntil(() => isUp(`${url}/trust`), "a service is up", 300_000);
  return url;
}

type Measured = { score: number; lcpMs: number; others: number[] };

async function measure(url: string, port: number, isDesk: boolean): Promise<Measured> {
  const results: Result[] = [];
  for (let round = 0; round < RUNS; round += 1) {
    const flags = { port, logLevel: "error" as const, onlyCategories: ["performance", ...OTHERS] };
    const result = await lighthouse(url, flags, isDesk ? desktopConfig : undefined);
    if (result !== undefined) results.push(result.lhr);
  }
  const score = (name: string) =>
    median(results.map(({ categories }) => (categories[name]?.score ?? 0) * 100));
  return {
    score: score("performance"),
    lcpMs: median(results.map(({ audits }) => audits["largest-contentful-paint"]?.numericValue ?? 0)),
    others: OTHERS.map(score),
  };
}

const chain = await startChain({ initialDate: new Date(Date.now() - 90 * DAY_MS).toISOString() });
try {
  const deployment = await deployLocally(chain);
  await populateRegister({ chain, deployment });
  const apiUrl = `http://127.0.0.1:${await findFreePort()}`;
  run(process.execPath, ["apps/api/src/main.ts"], {
    PORT: new URL(apiUrl).port,
    RPC_URL: chain.rpcUrl,
    REGISTRY_ADDRESS: deployment.registryAddress,
    DATA_DIR: folder,
    RATE_LIMIT_PER_MINUTE: "1000000",
    LOG_LEVEL: "warn",
  });
  await waitUntil(() => isUp(`${apiUrl}/ready`), "a service is up", 60_000);
  const dashboard = await startDashboard(apiUrl, apiUrl);
  const withoutData = await startDashboard(apiUrl, `http://127.0.0.1:${await findFreePort()}`);

  const port = await findFreePort();
  run(chromium, [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    `--remote-debugging-port=${port}`,
    `--user-data-dir=${path.join(folder, "chromium")}`,
    "about:blank",
  ]);
  await waitUntil(() => isUp(`http://127.0.0.1:${port}/json/version`), "a service is up", 60_000);

  console.log(
    "page           phone          without its data  desk           accessibility, best practices, SEO",
  );
  for (const page of PAGES) {
    const phone = await measure(dashboard + page, port, false);
    const bare = await measure(withoutData + page, port, false);
    const desk = await measure(dashboard + page, port, true);
    const show = ({ score, lcpMs }: Measured) =>
      `${score.toFixed(0).padStart(3)}, ${(lcpMs / 1000).toFixed(2)} s`.padEnd(15);
    console.log(
      `${page.slice(0, 14).padEnd(15)}${show(phone)}${show(bare)}   ${show(desk)}${phone.others.map((each) => each.toFixed(0)).join(", ")}`,
    );
  }
} finally {
  for (const child of children.reverse()) {
    if (child.exitCode !== null) continue;
    child.kill("SIGTERM");
    await once(child, "exit");
  }
  await chain.stop();
  await rm(folder, { recursive: true, force: true });
}
