import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Filing } from "@agent-registry/protocol";
import { toConsentWords, toDeclineWords } from "./consent-words.ts";

const NONE = { wallet: false, haftungsperson: false, parent: false };
const filing = (fields: object) => fields as Filing;
const refused = (places: object) => filing({ kind: "consent-refused", refused: { ...NONE, ...places } });
const declined = (newStatus: string, actorRole: string) =>
  filing({ kind: "status-changed", newStatus, actorRole, cause: `${actorRole}-declined` });
const released = (actorRole: string) => filing({ kind: "wallet-released", actorRole });

describe("a filing of consent", () => {
  it("a filing of consent names what its actor agreed to, and no earlier consent", () => {
    const given = { ...NONE, haftungsperson: true };
    const filed = { wallet: true, haftungsperson: true, parent: true, given };
    assert.equal(toConsentWords(filed, []), "Agreed as Haftungsperson");
    assert.equal(
      toConsentWords({ given: { wallet: true, haftungsperson: true, parent: true } }, []),
      "Agreed as wallet, as Haftungsperson and for the parent",
    );
  });

  it("an agreement after a refusal says that the refusal is gone", () => {
    const given = { ...NONE, haftungsperson: true };
    const again = filing({ kind: "consent-given", given });
    const words = "Agreed as Haftungsperson, and took the refusal back";
    assert.equal(toConsentWords({ given }, [refused({ haftungsperson: true })]), words);
    assert.equal(toConsentWords({ given }, [refused({ parent: true })]), "Agreed as Haftungsperson");
    assert.equal(
      toConsentWords({ given }, [again, refused({ haftungsperson: true })]),
      "Agreed again as Haftungsperson, to the record as it was then",
    );
  });

  it("who took a place over has agreed by that, and takes back no refusal of the former one", () => {
    const given = { ...NONE, wallet: true, haftungsperson: true };
    const handedOver = filing({ kind: "haftungsperson-changed" });
    const replaced = filing({ kind: "wallet-changed" });
    assert.equal(
      toConsentWords({ given }, [replaced, handedOver, refused({ haftungsperson: true })]),
      "Agreed again as wallet and as Haftungsperson, to the record as it was then",
    );
    assert.equal(
      toConsentWords({ given }, [replaced, refused({ haftungsperson: true })]),
      "Agreed as Haftungsperson, and took the refusal back, and again as wallet",
    );
  });
});

describe("a filing of a decline or release", () => {
  it("a refusal that suspends is one sentence, which names the Haftungsperson", () => {
    const change = declined("Suspended", "haftungsperson");
    const words = "Suspended: the Haftungsperson refused to answer for this agent";
    assert.equal(toDeclineWords([change, refused({ haftungsperson: true })]), words);
    assert.equal(toDeclineWords([change]), words);
  });

  it("a refusal that changes no status stands alone", () => {
    assert.equal(toDeclineWords([refused({ parent: true })]), "The parent refused this agent as its child");
  });

  it("a release says whether the wallet or a regulator did it", () => {
    assert.equal(
      toDeclineWords([declined("Terminated", "wallet"), released("wallet")]),
      "Terminated: the wallet, which had not agreed, declined this entry and is free again",
    );
    assert.equal(
      toDeclineWords([released("regulator")]),
      "A regulator released the wallet, which had not agreed to this entry",
    );
  });

  it("one who holds several places refuses all of them in one sentence", () => {
    const change = declined("Terminated", "wallet");
    assert.equal(
      toDeclineWords([change, refused({ haftungsperson: true }), released("wallet")]),
      "Terminated: the wallet, which had not agreed, declined this entry and is free again; the Haftungsperson refused to answer for this agent",
    );
  });
});
