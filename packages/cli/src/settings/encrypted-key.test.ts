import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { sealKeystore } from "@agent-registry/protocol/keystore";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { readError, runHere } from "../testing/run-cli.ts";
import { createTerminal } from "../testing/terminal.ts";

const root = mkdtempSync(path.join(tmpdir(), "encrypted-key-"));
after(() => rmSync(root, { recursive: true, force: true }));
const password = "correct horse battery";

/** A folder of its own with an encrypted key, and with its password in a file. */
async function newKey() {
  const cwd = mkdtempSync(path.join(root, "case-"));
  const privateKey = generatePrivateKey();
  const keyFile = path.join(cwd, "agent.key");
  const text = await sealKeystore({ privateKey, password, n: 1024 });
  writeFileSync(keyFile, text, { mode: 0o600 });
  const passwordFile = writePassword(cwd, `${password}\n`);
  return { cwd, address: privateKeyToAddress(privateKey), privateKey, keyFile, passwordFile };
}

function writePassword(cwd: string, text: string, mode = 0o600): string {
  const file = path.join(mkdtempSync(path.join(cwd, "password-")), "password");
  writeFileSync(file, text);
  chmodSync(file, mode);
  return file;
}

/** With these a command reads the key, and stops before anything is sent: it does not know the register. */
const nowhere = ["--json", "--rpc-url", "http://127.0.0.1:1"];
const attest = ["attest", "1", ...nowhere];

test("keygen --encrypt writes a keystore that only its owner can read, and that its password opens", async () => {
  const cwd = mkdtempSync(path.join(root, "case-"));
  const passwordFile = writePassword(cwd, password);
  const run = (...args: string[]) => runHere([...args, "--password-file", passwordFile], { cwd });
  const made = await run("keygen", "--encrypt", "--json");
  assert.equal(made.code, 0, made.stderr);
  const { address, file, encrypted } = JSON.parse(made.stdout);
  assert.equal(encrypted, true);
  assert.equal(file, path.join(cwd, ".agent-registry", "agent.key"));
  assert.equal(statSync(file).mode & 0o777, 0o600);
  const written = readFileSync(file, "utf8");
  assert.equal(`0x${JSON.parse(written).address}`, address.toLowerCase());

  const again = await run("keygen", "--encrypt");
  assert.equal(again.code, 1);
  assert.match(again.stderr, /exists already and is left alone/);
  assert.equal(readFileSync(file, "utf8"), written);

  const doctor = await run("doctor", "--json", "--rpc-url", "http://127.0.0.1:1");
  const { checks } = JSON.parse(doctor.stdout) as { checks: { name: string; message: string }[] };
  assert.match(checks.find(({ name }) => name === "key")?.message ?? "", new RegExp(`^${address} \\(from`));
});

test("keygen --encrypt asks for a new password twice, without showing it", async () => {
  const cwd = mkdtempSync(path.join(root, "case-"));
  const file = path.join(cwd, "a.key");
  const terminal = createTerminal([password, "correct horse batterie"]);
  const { code, stderr } = await runHere(["keygen", "--encrypt", file], { cwd, terminal });
  assert.equal(code, 1);
  assert.match(stderr, /Password[^\n]*: \n.*again: \nError: The two passwords differ/s);
  assert.ok(!stderr.includes("horse"));
  assert.equal(statSync(file, { throwIfNoEntry: false }), undefined);
});

test("keygen --encrypt refuses a password that is guessed in no time, and goes nowhere without one", async () => {
  const cwd = mkdtempSync(path.join(root, "case-"));
  const short = await runHere(["keygen", "--encrypt"], { cwd, terminal: createTerminal(["1234567"]) });
  assert.match(short.stderr, /Error: The password is too short: it needs at least 8 characters/);
  const none = await runHere(["keygen", "--encrypt"], { cwd });
  assert.match(
    none.stderr,
    /Error: A key is encrypted with a password: run this at a terminal, or name a file/,
  );
  const forgotten = writePassword(cwd, password);
  const plain = await runHere(["keygen", "--password-file", forgotten], { cwd });
  assert.match(plain.stderr, /Error: --password-file is for encrypted keys: add --encrypt/);
  for (const { code } of [short, none, plain]) assert.equal(code, 1);
  assert.equal(statSync(path.join(cwd, ".agent-registry"), { throwIfNoEntry: false }), undefined);
});

test("an encrypted key opens with the password in the file that a flag or a variable names", async () => {
  const { cwd, keyFile, passwordFile } = await newKey();
  const byFlag = await runHere([...attest, "--key-file", keyFile, "--password-file", passwordFile], { cwd });
  const env = { AGENT_KEY_FILE: keyFile, AGENT_KEY_PASSWORD_FILE: passwordFile };
  const byVariable = await runHere(attest, { cwd, env });
  const regulator = { REGULATOR_KEY_FILE: keyFile, REGULATOR_KEY_PASSWORD_FILE: passwordFile };
  const suspend = ["suspend", "1", "--reason", "x", ...nowhere];
  const byRegulator = await runHere(suspend, { cwd, env: regulator });
  for (const { code, stderr } of [byFlag, byVariable, byRegulator]) {
    assert.equal(code, 1);
    assert.equal(readError(stderr).reason, "missing-configuration", stderr);
  }
});

test("an encrypted key opens with the password that is typed, which is shown nowhere", async () => {
  const { cwd, keyFile } = await newKey();
  const terminal = createTerminal([password]);
  const { code, stdout, stderr } = await runHere(["doctor", "--key-file", keyFile], { cwd, terminal });
  assert.equal(code, 1);
  assert.match(stderr, new RegExp(`Password of ${keyFile}: \n`));
  assert.ok(!`${stdout}${stderr}`.includes("horse"));
  assert.match(stdout, /ok {4}key: 0x/);
});

test("Ctrl-C at the password ends the command", async () => {
  const { cwd, keyFile } = await newKey();
  const terminal = createTerminal(["half a pass\u0003"]);
  const { code, stderr } = await runHere([...attest, "--key-file", keyFile], { cwd, terminal });
  assert.equal(code, 1);
  assert.match(stderr, /No password was given/);
});

test("an encrypted key without its password is an error that says what to do", async () => {
  const { cwd, keyFile } = await newKey();
  const { code, stderr } = await runHere([...attest, "--key-file", keyFile], { cwd });
  assert.equal(code, 1);
  const { error, reason } = readError(stderr);
  assert.equal(reason, "missing-key");
  assert.match(error, /agent\.key is encrypted: .* --password-file or AGENT_KEY_PASSWORD_FILE/);
});

test("a wrong password and an altered file are one sentence each, without any of the key", async () => {
  const { cwd, keyFile, privateKey, passwordFile } = await newKey();
  const wrong = writePassword(cwd, "another password");
  const flags = (file: string) => [...attest, "--key-file", keyFile, "--password-file", file];
  const refused = await runHere(flags(wrong), { cwd });
  assert.equal(
    readError(refused.stderr).error,
    `The key file ${keyFile} cannot be opened with this password.`,
  );
  const text = readFileSync(keyFile, "utf8");
  writeFileSync(keyFile, text.replace('"n":1024', '"n":1073741824'));
  const hostile = await runHere(flags(passwordFile), { cwd });
  assert.match(readError(hostile.stderr).error, /n, r and p would take too much memory or time\.$/);
  writeFileSync(keyFile, `${text}${" ".repeat(70_000)}`);
  const large = await runHere(flags(passwordFile), { cwd });
  assert.match(readError(large.stderr).error, /agent\.key is too large to hold a key/);
  for (const { code, stderr } of [refused, hostile, large]) {
    assert.equal(code, 1);
    assert.equal(readError(stderr).reason, "missing-key");
    assert.ok(!stderr.includes(privateKey.slice(2, 12)));
  }
});

test("a password file that others can read or write is not used, nor one that holds no password", async () => {
  const { cwd, keyFile, passwordFile } = await newKey();
  const link = path.join(cwd, "link");
  symlinkSync(passwordFile, link);
  const cases: [file: string, message: RegExp][] = [
    [writePassword(cwd, password, 0o640), /is not used: other users can read it\./],
    [writePassword(cwd, password, 0o604), /is not used: other users can read it\./],
    [writePassword(cwd, password, 0o620), /is not used: other users can write it\./],
    [link, /is not used: it is a link\./],
    [path.join(cwd, "missing"), /There is no password file .*missing\./],
    [writePassword(cwd, "\n"), /holds no password/],
    [writePassword(cwd, "one\ntwo\n"), /holds more than one line/],
  ];
  for (const [file, message] of cases) {
    const { code, stderr } = await runHere([...attest, "--key-file", keyFile, "--password-file", file], {
      cwd,
    });
    assert.equal(code, 1);
    assert.match(readError(stderr).error, message);
    assert.equal(readError(stderr).reason, "missing-key");
  }
});

test("the Haftungsperson's key has a password of its own", async () => {
  const [agent, person] = await Promise.all([newKey(), newKey()]);
  const other = writePassword(person.cwd, "not this one");
  const register = (file: string[]) =>
    runHere(
      [
        ...["register", "--scope", "x", ...nowhere],
        ...["--key-file", agent.keyFile, "--password-file", agent.passwordFile],
        ...["--haftungsperson-key-file", person.keyFile, ...file],
      ],
      { cwd: agent.cwd, env: { AGENT_KEY_PASSWORD_FILE: agent.passwordFile } },
    );
  const none = await register([]);
  assert.match(readError(none.stderr).error, /is encrypted: .*--haftungsperson-password-file/);
  const wrong = await register(["--haftungsperson-password-file", other]);
  assert.match(readError(wrong.stderr).error, new RegExp(`${person.keyFile} cannot be opened with this`));
  const right = await register(["--haftungsperson-password-file", person.passwordFile]);
  assert.equal(readError(right.stderr).reason, "missing-configuration", right.stderr);
});
