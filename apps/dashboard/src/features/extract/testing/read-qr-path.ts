import jsQR from "jsqr";
import type { QrPath } from "../to-qr-path.ts";

const MODULE_PX = 4;
/** Node gives the exports of a CommonJS module, a bundler its default. */
const decode = (jsQR as unknown as { default?: typeof jsQR }).default ?? jsQR;

/** What a telephone reads from a code that is drawn by this path; null if it cannot. */
export function readQrPath({ size, path }: QrPath): string | null {
  const side = size * MODULE_PX;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let row = Number(y) * MODULE_PX; row < (Number(y) + 1) * MODULE_PX; row += 1)
      for (let column = Number(x) * MODULE_PX; column < (Number(x) + Number(width)) * MODULE_PX; column += 1)
        pixels.fill(0, (row * side + column) * 4, (row * side + column) * 4 + 3);
  }
  return decode(pixels, side, side)?.data ?? null;
}
