/** A row is a line of the processor's cache: of a million wallets hardly any is in it, so each look-up waits for two. */
const ROW = 16;
const WALLET_WORDS = 5;
const NEXT = WALLET_WORDS;
const FIRST_FIELD = NEXT + 1;
/** How many numbers below 2^32 can be kept for a wallet. */
const FIELDS = ROW - FIRST_FIELD;
const SMALLEST = 1_024;

const ZERO = "0".charCodeAt(0);
const X = "x".charCodeAt(0);
/** The value of a hex digit, small or capital, by its character code. */
const NIBBLES = new Uint8Array(128).fill(0xff);
for (const [value, digit] of [..."0123456789abcdef"].entries()) {
  NIBBLES[digit.charCodeAt(0)] = value;
  NIBBLES[digit.toUpperCase().charCodeAt(0)] = value;
}

/**
 * A few numbers for each wallet, of a million wallets and more, found twice as quickly as in a `Map`, which would hold each
 * wallet as a text somewhere in memory. All 160 bits are compared: parts of an address can be ground out.
 *
 * Rows are numbered in the order in which wallets came; if there are `maxRows`, the oldest gives its row away.
 */
export function createWalletTable(maxRows: number) {
  /** Chains of rows that share a place, one number more than the row's, 0 for none. */
  let heads = new Uint32Array(SMALLEST * 2);
  let rows = new Uint32Array(SMALLEST * ROW);
  let size = 0;
  let oldest = 0;
  const asked = new Uint32Array(WALLET_WORDS);
  // Random, so that a stranger cannot choose wallets that all fall into one chain.
  const seeds = crypto.getRandomValues(new Uint32Array(WALLET_WORDS)).map((seed) => seed | 1);

  /** Reads a wallet into `asked`; false if it is none. */
  function parse(wallet: string): boolean {
    if (wallet.length !== 42 || wallet.charCodeAt(0) !== ZERO || wallet.charCodeAt(1) !== X) return false;
    let invalid = 0;
    for (let word = 0; word < WALLET_WORDS; word += 1) {
      let value = 0;
      const start = 2 + word * 8;
      for (let i = start; i < start + 8; i += 1) {
        const nibble = NIBBLES[wallet.charCodeAt(i)] ?? 0xff;
        invalid |= nibble;
        value = (value << 4) | nibble;
      }
      asked[word] = value;
    }
    return invalid < 0x10;
  }

  /** Where the chain of the wallet in these words begins. */
  function toPlace(words: Uint32Array, at: number): number {
    let mixed = 0;
    for (let i = 0; i < WALLET_WORDS; i += 1) mixed ^= Math.imul(words[at + i] as number, seeds[i] as number);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
    return (mixed ^ (mixed >>> 13)) & (heads.length - 1);
  }

  function findRow(): number {
    let row = (heads[toPlace(asked, 0)] as number) - 1;
    while (row >= 0) {
      const at = row * ROW;
      if (
        rows[at] === asked[0] &&
        rows[at + 1] === asked[1] &&
        rows[at + 2] === asked[2] &&
        rows[at + 3] === asked[3] &&
        rows[at + 4] === asked[4]
      )
        return row;
      row = (rows[at + NEXT] as number) - 1;
    }
    return -1;
  }

  function link(row: number): void {
    const place = toPlace(rows, row * ROW);
    rows[row * ROW + NEXT] = heads[place] as number;
    heads[place] = row + 1;
  }

  function unlink(row: number): void {
    const place = toPlace(rows, row * ROW);
    const after = rows[row * ROW + NEXT] as number;
    let previous = (heads[place] as number) - 1;
    if (previous === row) {
      heads[place] = after;
      return;
    }
    while (previous >= 0) {
      const next = previous * ROW + NEXT;
      if (rows[next] === row + 1) {
        rows[next] = after;
        return;
      }
      previous = (rows[next] as number) - 1;
    }
  }

  function grow(): void {
    const larger = new Uint32Array(rows.length * 2);
    larger.set(rows);
    rows = larger;
    heads = new Uint32Array(heads.length * 2);
    for (let row = 0; row < size; row += 1) link(row);
  }

  function takeRow(): number {
    if (size < maxRows) {
      if ((size + 1) * ROW > rows.length) grow();
      size += 1;
      return size - 1;
    }
    const row = oldest;
    oldest = (oldest + 1) % maxRows;
    unlink(row);
    return row;
  }

  return {
    /** The row of a wallet, in small or capital letters; -1 if there is none. */
    find: (wallet: string): number => (parse(wallet) ? findRow() : -1),

    /** The row of a wallet, new or not. */
    add(wallet: string): number {
      if (!parse(wallet)) throw new RangeError(`This is not an address: ${wallet}`);
      const found = findRow();
      if (found >= 0) return found;
      const row = takeRow();
      rows.set(asked, row * ROW);
      rows.fill(0, row * ROW + FIRST_FIELD, (row + 1) * ROW);
      link(row);
      return row;
    },

    get: (row: number, field: number): number => rows[row * ROW + FIRST_FIELD + field] as number,

    set(row: number, field: number, value: number): void {
      if (field >= FIELDS) throw new RangeError(`A row has ${FIELDS} fields`);
      rows[row * ROW + FIRST_FIELD + field] = value;
    },
  };
}
