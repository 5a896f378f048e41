import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { keccak_256 } from "@noble/hashes/sha3";
import { AGENT_STATUSES } from "../agent.ts";
import {
  readCertificate,
  readEntry,
  readWalletSlot,
  toCertificateSlots,
  toRecordSlots,
  toWalletSlot,
} from "./registry-storage.ts";
import { UntrustedProof } from "./untrusted-proof.ts";

const WALLET = "0x61b13c781397bdb68284f02961e16602b9ce8923";
const LIABLE = "0xa8d91b470c8e7e2dde59ec4b7d393efe37a290f7";
const ATTESTED = 0xff_ffff_fff0n;

const read = ({ flags = 0n, status = 0n }) =>
  readEntry({
    agentId: 5n,
    standing: BigInt(WALLET) | (ATTESTED << 160n) | (0xabn << 200n) | (status << 240n) | (flags << 248n),
    parties: BigInt(LIABLE) | (0xffff_fff1n << 160n) | (7n << 224n),
  });

describe("a record's slots", () => {
  it("are where the contract keeps them", () => {
    assert.equal(
      toWalletSlot(WALLET, keccak_256),
      "0x97f4b044e0b4649b065e929a897ce84e9ecd94c9b98b32666b74c96f7f5cc65c",
    );
    assert.deepEqual(toRecordSlots(5n, keccak_256), {
      standing: "0xe2689cd4a84e23ad2f564004f1c9013e9589d260bde6380aba3ca7e09e4df40c",
      parties: "0xe2689cd4a84e23ad2f564004f1c9013e9589d260bde6380aba3ca7e09e4df40e",
    });
  });

  it("begin anew behind the last one", () => {
    const highest = () => new Uint8Array(32).fill(0xff);
    assert.equal(toRecordSlots(5n, highest).parties, `0x${"0".repeat(63)}1`);
  });

  it("tell each flag by its own bit", () => {
    const seen = (flags: bigint) => {
      const { selfModifying, consents, refusals } = read({ flags });
      return [selfModifying, ...Object.values(consents), ...Object.values(refusals)];
    };
    for (let i = 0; i < 6; i += 1)
      assert.deepEqual(
        seen(1n << BigInt(i)),
        Array.from({ length: 6 }, (_, each) => each === i),
      );
    assert.deepEqual(Object.keys(read({}).consents), ["wallet", "haftungsperson", "parent"]);
    assert.deepEqual(Object.keys(read({}).refusals), ["haftungsperson", "parent"]);
  });

  it("tell addresses, numbers and every status, and nothing of their neighbours", () => {
    for (const [number, status] of AGENT_STATUSES.entries()) {
      const { consents: _c, refusals: _r, selfModifying: _s, ...rest } = read({ status: BigInt(number) });
      assert.deepEqual(rest, {
        agentId: 5,
        agentWallet: WALLET,
        status,
        lastAttestation: Number(ATTESTED),
        haftungsperson: LIABLE,
        parentAgentId: 0xffff_fff1,
      });
    }
  });

  it("with a status that is not known are refused", () => {
    assert.throws(
      () => read({ status: 4n }),
      (error) =>
        error instanceof UntrustedProof &&
        error.reason === "malformed" &&
        error.message === "The record has a status that is not known here.",
    );
  });
});

describe("a wallet's slot", () => {
  it("tells how the wallet stands, and with which agent", () => {
    assert.deepEqual(readWalletSlot(0n), { standing: "unknown" });
    const highest = 2n ** 64n - 1n;
    for (const [number, standing] of ["bound", "reserved", "retired"].entries())
      for (const agentId of [1n, highest])
        assert.deepEqual(readWalletSlot((BigInt(number) << 248n) | agentId), { standing, agentId });
  });

  it("with anything else is refused", () => {
    const strange = [
      3n << 248n,
      (3n << 248n) | 5n,
      2n << 248n,
      (1n << 64n) | 5n,
      (1n << 247n) | 5n,
      2n ** 256n - 1n,
    ];
    for (const value of strange)
      assert.throws(
        () => readWalletSlot(value),
        (error) => error instanceof UntrustedProof && error.reason === "malformed",
        String(value),
      );
  });
});

describe("a certificate's slots", () => {
  const [person, notary] = [LIABLE, WALLET] as const;

  it("are one for the notary and one for the pair, and the pair has an order", () => {
    const slots = toCertificateSlots({ person, notary }, keccak_256);
    const turned = toCertificateSlots({ person: notary, notary: person }, keccak_256);
    assert.equal(new Set([...Object.values(slots), ...Object.values(turned)]).size, 4);
    const other = toCertificateSlots({ person: notary, notary }, keccak_256);
    assert.equal(other.accreditation, slots.accreditation);
  });

  const stored = ({ kind = 2n, level = 3n, accepted = 1n }) =>
    kind | (level << 8n) | (0xffff_fff1n << 16n) | (0xffff_fff2n << 80n) | (accepted << 144n);
  const read = (certificate: bigint, accreditation = 1n) =>
    readCertificate({ notary, accreditation, certificate });

  it("tell what the contract packs into them", () => {
    const whole = { notary, kind: "legal", level: "high", until: 0xffff_fff2 };
    assert.deepEqual(read(stored({})), { ...whole, isAccepted: true, isAccredited: true });
    assert.deepEqual(read(stored({ accepted: 0n }), 0n), {
      ...whole,
      isAccepted: false,
      isAccredited: false,
    });
    assert.equal(read(stored({ kind: 1n, level: 1n }))?.kind, "natural");
    assert.equal(read(stored({ kind: 1n, level: 1n }))?.level, "low");
    assert.equal(read(0n), undefined);
  });

  it("of a kind or a level that is not known are refused", () => {
    for (const unknown of [{ kind: 3n }, { kind: 0n }, { level: 4n }, { level: 0n }])
      assert.throws(
        () => read(stored(unknown)),
        (error) => error instanceof UntrustedProof && error.reason === "malformed",
      );
  });
});
