import { encode } from "uqr";

/** The white edge that a reader needs around the code, in modules. */
const QUIET_ZONE = 4;

export type QrPath = {
  /** Modules on each side, the white edge included. */
  size: number;
  /** The black modules as an SVG path, one stroke for each run of them. */
  path: string;
};

/** A QR code as one path, so that it prints sharp at any size. */
export function toQrPath(text: string): QrPath {
  // A sheet of paper is folded and stained: a quarter of the code may be lost.
  const { data, size } = encode(text, { ecc: "Q", border: QUIET_ZONE });
  const runs = data.flatMap((row, y) => {
    const found: string[] = [];
    for (let x = 0; x < row.length; x += 1) {
      const start = x;
      while (row[x] === true) x += 1;
      if (x > start) found.push(`M${start} ${y}h${x - start}v1h-${x - start}z`);
    }
    return found;
  });
  return { size, path: runs.join("") };
}
