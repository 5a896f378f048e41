import * as z from "zod";

// What an Ethereum keystore holds: the Web3 Secret Storage Definition, version 3, as wallets and nodes write it.

const MIB = 1024 * 1024;
/** A file names the cost of opening it. Usual is 256 MiB; a hostile one could name all memory, or a year. */
const MAX_SCRYPT_MEMORY = 512 * MIB;
const MAX_SCRYPT_WORK = 1024 * MIB;
const MAX_SCRYPT_FACTOR = 64;
const MAX_PBKDF2_ROUNDS = 10_000_000;
const MAX_CHARACTERS = 64 * 1024;

/** The sentence goes on from the file's name: "The key file x cannot be opened with that password." */
export class KeystoreError extends Error {
  override readonly name = "KeystoreError";
}

const Salt = hex({ min: 0, max: 256 });

const ScryptParams = z
  .object({
    dklen: z.literal(32),
    n: z.int().refine((n) => n >= 2 && Number.isInteger(Math.log2(n)), "must be a power of two"),
    r: z.int().min(1).max(MAX_SCRYPT_FACTOR),
    p: z.int().min(1).max(MAX_SCRYPT_FACTOR),
    salt: Salt,
  })
  .refine(
    ({ n, r, p }) => 128 * n * r <= MAX_SCRYPT_MEMORY && 128 * n * r * p <= MAX_SCRYPT_WORK,
    "n, r and p would take too much memory or time",
  );

const Pbkdf2Params = z.object({
  dklen: z.literal(32),
  c: z.int().min(1).max(MAX_PBKDF2_ROUNDS),
  prf: z.literal("hmac-sha256"),
  salt: Salt,
});

const sealed = {
  cipher: z.literal("aes-128-ctr"),
  cipherparams: z.object({ iv: hex({ min: 16, max: 16 }) }),
  /** Some writers leave out the zeros that a key begins with. */
  ciphertext: hex({ min: 1, max: 32 }),
  mac: hex({ min: 32, max: 32 }),
};

const Keystore = z.object({
  version: z.literal([3, "3"]),
  /** Some programs leave it out. */
  address: hex({ min: 20, max: 20 }).optional(),
  crypto: z.discriminatedUnion("kdf", [
    z.object({ ...sealed, kdf: z.literal("scrypt"), kdfparams: ScryptParams }),
    z.object({ ...sealed, kdf: z.literal("pbkdf2"), kdfparams: Pbkdf2Params }),
  ]),
});

export type Keystore = z.output<typeof Keystore>;
export type KdfParams = Keystore["crypto"]["kdfparams"];

/** A key without encryption is hex digits, so that the first character decides. */
export function isKeystore(text: string): boolean {
  return text.trimStart().startsWith("{");
}

export function parseKeystore(text: string): Keystore {
  if (text.length > MAX_CHARACTERS) throw new KeystoreError("is too large to be a keystore");
  const result = Keystore.safeParse(parseJson(text));
  if (result.success) return result.data;
  const faults = result.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  throw new KeystoreError(`is not a keystore that can be opened: ${faults.join("; ")}`);
}

/** The password in the text of its file: its one line. */
export function parsePassword(text: string): string {
  const password = text.replace(/\r?\n$/, "");
  if (password === "") throw new KeystoreError("holds no password");
  if (/[\r\n]/.test(password)) throw new KeystoreError("holds more than one line: a password is one");
  return password;
}

function parseJson(text: string): unknown {
  try {
    const content = JSON.parse(text);
    // As ethers writes it.
    return content.Crypto === undefined ? content : { ...content, crypto: content.Crypto };
  } catch {
    throw new KeystoreError("is not a keystore that can be opened: it is damaged");
  }
}

function hex({ min, max }: { min: number; max: number }) {
  const size = min === max ? `${min} bytes` : `${min} to ${max} bytes`;
  return z
    .string()
    .regex(new RegExp(`^(0x)?([0-9a-f]{2}){${min},${max}}$`, "i"), `must be ${size} of hex`)
    .transform((value) => Buffer.from(value.replace(/0x/i, ""), "hex"));
}
