import assert from "node:assert/strict";
import { appendFileSync, cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, it } from "node:test";
import { API_SETTINGS, parseApiConfig } from "@agent-registry/api/config";
import { API_NODE_FLAGS } from "@agent-registry/api/node-flags";
import { parseRelayerConfig, RELAYER_SETTINGS } from "@agent-registry/relayer/config";
import { runProgram } from "@agent-registry/testkit";
import { DASHBOARD_SETTINGS } from "../stack/settings.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const UNITS = "deploy/systemd";
const SERVICES = [
  "agent-registry-api@3000.service",
  "agent-registry-relayer.service",
  "agent-registry-dashboard.service",
];
/** Of ten; systemd calls up to 5 medium, and most services that come with a system have over 9. */
const HIGHEST_EXPOSURE = 3;

describe("the units for systemd", () => {
  let folder: string;
  before(() => {
    folder = copyUnits();
  });
  after(() => rmSync(folder, { recursive: true }));

  const analyze = (...args: string[]) => runProgram({ name: "systemd-analyze", args });
  const inFolder = (name: string) => path.join(folder, name);

  it("are what systemd expects, and name programs that exist", () => {
    const units = [...SERVICES, "agent-registry.target"].map(inFolder);
    assert.deepEqual(analyze("verify", "--man=no", ...units), { status: 0, output: "" });
    const programs = SERVICES.map((name) => readUnit(name).ExecStart?.split(" ").at(-1) ?? "");
    assert.deepEqual(globSync(programs, { cwd: ROOT }).sort(), programs.toSorted());
  });

  it("have a checker that finds faults, in what is added to a unit as well", () => {
    const other = copyUnits();
    appendFileSync(path.join(other, "agent-registry-api@.service.d/signing.conf"), "ProtectAll=yes\n");
    const { output } = analyze("verify", "--man=no", path.join(other, SERVICES[0] ?? ""));
    assert.match(output, /signing\.conf.*ProtectAll/);
    rmSync(other, { recursive: true });
  });

  for (const name of SERVICES) {
    it(`${name} may do little`, () => {
      const { output } = analyze("security", "--offline=true", "--no-pager", inFolder(name));
      const level = Number(/Overall exposure level for .*: (\d+\.\d)/.exec(output)?.[1]);
      assert.ok(level < HIGHEST_EXPOSURE, output);
    });
  }

  it("let the query API lower the priority of its processes, and no service touch the system", () => {
    const groups = readCallGroups(analyze("syscall-filter", "--no-pager").output);
    const allowed = SERVICES.map((name) => listAllowedCalls(name, groups));
    for (const calls of allowed) {
      assert.ok(calls.has("epoll_pwait") && calls.has("clone3"));
      for (const call of ["sched_setscheduler", "mount", "ptrace", "bpf", "chroot", "setuid"])
        assert.ok(!calls.has(call), call);
    }
    assert.deepEqual(
      allowed.map((calls) => calls.has("setpriority")),
      [true, false, false],
    );
  });

  it("run the query API with its flags for Node", () => {
    const { ExecStart } = readUnit("agent-registry-api@.service");
    assert.equal(ExecStart, `node ${API_NODE_FLAGS.join(" ")} apps/api/src/main.ts`);
  });

  it("come with environments that the services take", () => {
    const api = { ...readEnvironment("common"), ...readEnvironment("api"), ...readUnitEnvironment("api@") };
    const relayer = {
      ...readEnvironment("common"),
      ...readEnvironment("relayer"),
      ...readUnitEnvironment("relayer"),
    };
    const { PORT, METRICS_PORT } = parseApiConfig({ ...api, DASHBOARD_SECRET: "s".repeat(32) });
    assert.deepEqual([PORT, METRICS_PORT], [3000, 13_000]);
    const { RELAYER_PORT } = parseRelayerConfig({ ...relayer, RELAYER_KEY: "ab".repeat(32) });
    assert.equal(RELAYER_PORT, 3001);
  });

  it("hand keys over as credentials, if their drop-ins are copied", () => {
    const signing = readPairs(path.join(UNITS, "agent-registry-api@.service.d/signing.conf"));
    assert.equal(toVariables(signing.Environment).SIGNING_KEY_FILE, "%d/signing.key");
    const keystore = readPairs(path.join(UNITS, "agent-registry-relayer.service.d/keystore.conf"));
    const { RELAYER_KEY, RELAYER_KEYSTORE, RELAYER_KEYSTORE_PASSWORD_FILE } = parseRelayerConfig({
      ...readEnvironment("common"),
      ...readEnvironment("relayer"),
      ...toVariables(keystore.Environment),
    });
    assert.deepEqual(
      { RELAYER_KEY, RELAYER_KEYSTORE, RELAYER_KEYSTORE_PASSWORD_FILE },
      {
        RELAYER_KEY: undefined,
        RELAYER_KEYSTORE: "%d/relayer.keystore",
        RELAYER_KEYSTORE_PASSWORD_FILE: "%d/relayer.password",
      },
    );
    for (const file of globSync(`${UNITS}/*.d/*.conf`)) {
      const text = readFileSync(file, "utf8");
      const names = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name);
      assert.deepEqual(names(/=%d\/(\S+)/g), names(/^LoadCredential=(.*?):/gm), file);
    }
  });

  it("give the dashboard neither the database nor the nodes of the others", () => {
    const unit = readFileSync(path.join(UNITS, "agent-registry-dashboard.service"), "utf8");
    const files = [...unit.matchAll(/^EnvironmentFile=(.*)$/gm)].map(([, file]) => file);
    assert.deepEqual(files, ["/etc/agent-registry/dashboard.env"]);
  });

  it("come with environments that name no unknown setting", () => {
    const known = {
      common: [...API_SETTINGS, ...RELAYER_SETTINGS],
      api: API_SETTINGS,
      relayer: RELAYER_SETTINGS,
      dashboard: DASHBOARD_SETTINGS,
    };
    const unknown = Object.entries(known).flatMap(([name, settings]) =>
      Object.keys(readEnvironment(name)).filter((setting) => !settings.includes(setting)),
    );
    assert.deepEqual(unknown, []);
  });
});

/** In a folder of their own, with this checkout and this Node in the places where they are to be installed. */
function copyUnits(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "agent-registry-units-"));
  cpSync(UNITS, folder, { recursive: true });
  for (const file of globSync("*.{service,target}", { cwd: folder })) {
    const text = readFileSync(path.join(folder, file), "utf8");
    const here = text.replaceAll("/opt/agent-registry", ROOT);
    writeFileSync(path.join(folder, file), here.replace(/^ExecStart=node/m, `ExecStart=${process.execPath}`));
  }
  const instance = SERVICES[0] ?? "";
  cpSync(path.join(folder, "agent-registry-api@.service"), path.join(folder, instance));
  return folder;
}

/** What each group of system calls holds: calls, and other groups. */
function readCallGroups(output: string): Map<string, string[]> {
  const groups = output.matchAll(/^(@[\w-]+)\n((?: .*\n?)*)/gm);
  return new Map(
    [...groups].map(([, name = "", members = ""]) => [
      name,
      members.match(/^ +[@\w].*$/gm)?.map((line) => line.trim()) ?? [],
    ]),
  );
}

/** As systemd reads the filters: line after line, and each group with the groups that it holds. */
function listAllowedCalls(name: string, groups: Map<string, string[]>): Set<string> {
  const calls = new Set<string>();
  const expand = (word: string): string[] => groups.get(word)?.flatMap(expand) ?? [word];
  const unit = readFileSync(path.join(UNITS, name.replace(/@\d+/, "@")), "utf8");
  for (const [, isDenied, words = ""] of unit.matchAll(/^SystemCallFilter=(~?)(.*)$/gm)) {
    for (const call of words.split(" ").flatMap(expand)) {
      if (isDenied) calls.delete(call);
      else calls.add(call);
    }
  }
  return calls;
}

function readUnit(name: string): Record<string, string> {
  return readPairs(path.join(UNITS, name.replace(/@\d+/, "@")));
}

function readUnitEnvironment(service: string): Record<string, string> {
  const words = (readUnit(`agent-registry-${service}.service`).Environment ?? "").replaceAll("%i", "3000");
  return toVariables(words);
}

function toVariables(words = ""): Record<string, string> {
  return Object.fromEntries(words.split(" ").map((word) => word.split("=") as [string, string]));
}

function readEnvironment(name: string): Record<string, string> {
  return readPairs(path.join(UNITS, "environment", `${name}.env`));
}

function readPairs(file: string): Record<string, string> {
  const lines = readFileSync(file, "utf8").matchAll(/^(\w+)=(.*)$/gm);
  return Object.fromEntries([...lines].map(([, name = "", value = ""]) => [name, value]));
}
