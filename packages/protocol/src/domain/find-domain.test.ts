import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { findClaimedDomain, findDomain } from "./find-domain.ts";

describe("a domain", () => {
  it("is a host name, in ASCII and lower case", () => {
    const names = {
      "example.com": "example.com",
      "Agents.Example.COM": "agents.example.com",
      "example.com.": "example.com",
      "a-b.xn--bcher-kva.example": "a-b.xn--bcher-kva.example",
      "bücher.example": "xn--bcher-kva.example",
      "例え.テスト": "xn--r8jz45g.xn--zckzah",
      "ｅｘａｍｐｌｅ.com": "example.com",
      "1.example.com": "1.example.com",
    };
    for (const [given, name] of Object.entries(names)) assert.equal(findDomain(given), name, given);
  });

  it("is nothing else", () => {
    const label = "a".repeat(64);
    const others = [
      ["", ".", "..", "example.com..", ".example.com", "example..com", "localhost", "com"],
      ["127.0.0.1", "127.1", "2130706433", "0x7f.1", "１２７.0.0.1", "[::1]", "::1", "1.2.3.4."],
      ["user@example.com", "example.com:443", "example.com:8443", "example.com/path", "https://example.com"],
      ["example.com?x", "example.com#x", "example.com\\x", "exa mple.com", "exa%6dple.com", "exam_ple.com"],
      [
        "-a.example",
        "a-.example",
        `${label}.example`,
        `${"a.".repeat(126)}example`,
        "example.1",
        "a\nb.example",
      ],
      ["exa\u202empl\u200be.com", "example\u0000.com", "example。com\u3000", "xn--\u0308.com"],
    ].flat();
    assert.deepEqual(
      others.filter((given) => findDomain(given) !== undefined),
      [],
    );
  });
});

describe("the domain that a scope claims", () => {
  it("is the host of its first https address", () => {
    const scopes = {
      "Answers at https://agents.example.com/chat and https://other.example": "agents.example.com",
      "HTTPS://Example.com": "example.com",
      "(see https://example.com).": "example.com",
      "It is https://example.com.": "example.com",
      "https://example.com:443/x": "example.com",
      "“https://example.com”, says https://other.example": "example.com",
      "http://other.example, then https://example.com?q": "example.com",
      "https://bücher.example/": "xn--bcher-kva.example",
    };
    for (const [scope, domain] of Object.entries(scopes))
      assert.equal(findClaimedDomain(scope), domain, scope);
  });

  it("is none if that address leads anywhere but to a host name at its usual port", () => {
    const scopes = [
      ["", "Summarises filings", "example.com", "http://example.com", "xhttps://example.com", "https://"],
      ["https://bank.example@evil.example", "https://user:pass@example.com", "https://example.com:8443"],
      ["https://127.0.0.1/x https://example.com", "https://[::1]/", "https://localhost", "https://0x7f.1"],
      ["https://exa\u200bmple.com", "https://ex_ample.com", "https://%65xample.com", "https:///example.com"],
    ].flat();
    assert.deepEqual(
      scopes.filter((scope) => findClaimedDomain(scope) !== null),
      [],
    );
  });
});
