import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Wallet } from "./provider.ts";
import { parseAnnouncement, watchWallets } from "./watch-wallets.ts";

const provider = { request: async () => null };
const toDetail = (info: object) => ({ info: { uuid: "1", name: "A wallet", ...info }, provider });

describe("parseAnnouncement", () => {
  it("a wallet is known by its name and its picture", () => {
    const icon = "data:image/svg+xml;base64,PHN2Zy8+";
    assert.deepEqual(parseAnnouncement(toDetail({ icon })), { id: "1", name: "A wallet", icon, provider });
  });

  it("a picture that the page would have to fetch, or that is none, is not shown", () => {
    for (const icon of [
      "https://wallet.example/icon.png",
      "data:text/html,<script>",
      "javascript:alert(1)",
      `data:image/png;base64,${"A".repeat(300_000)}`,
      7,
      undefined,
    ])
      assert.equal(parseAnnouncement(toDetail({ icon }))?.icon, null);
  });

  it("a name is never empty and never long", () => {
    assert.equal(parseAnnouncement(toDetail({ name: "x".repeat(500) }))?.name.length, 60);
    for (const name of ["  ", undefined, {}])
      assert.equal(parseAnnouncement(toDetail({ name }))?.name, "A wallet without a name");
  });

  it("what cannot be asked, or has no identity, is no wallet", () => {
    for (const detail of [null, "wallet", {}, { ...toDetail({}), provider: {} }, toDetail({ uuid: "" })])
      assert.equal(parseAnnouncement(detail), null);
  });
});

/** A page in which these wallets answer the request; `ethereum` is what an older extension left there. */
function createPage({ announced = [], ethereum }: { announced?: object[]; ethereum?: unknown }) {
  const target = Object.assign(new EventTarget(), { ethereum });
  const announce = (detail: object) =>
    target.dispatchEvent(Object.assign(new Event("eip6963:announceProvider"), { detail }));
  target.addEventListener("eip6963:requestProvider", () => announced.forEach(announce));
  return { target, announce };
}

describe("watchWallets", () => {
  function watch(target: EventTarget & { ethereum?: unknown }) {
    const published: string[][] = [];
    const onWallets = (wallets: Wallet[]) => published.push(wallets.map(({ name }) => name));
    const stop = watchWallets({ target, onWallets });
    return { published, stop };
  }

  it("every wallet that announces itself is told, once, and late ones too", (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const first = toDetail({ name: "First" });
    const { target, announce } = createPage({ announced: [first, first], ethereum: provider });
    const { published, stop } = watch(target);
    t.mock.timers.tick(10_000);
    announce(toDetail({ uuid: "2", name: "Late" }));
    assert.deepEqual(published, [["First"], ["First"], ["First", "Late"]]);
    stop();
    announce(toDetail({ uuid: "3" }));
    assert.equal(published.length, 3);
  });

  it("if none does, the wallet of older extensions is told, or that there is none", (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const old = watch(createPage({ ethereum: provider }).target);
    const none = watch(createPage({}).target);
    assert.deepEqual([old.published, none.published], [[], []]);
    t.mock.timers.tick(500);
    assert.deepEqual([old.published, none.published], [[["The browser’s wallet"]], [[]]]);
  });
});
