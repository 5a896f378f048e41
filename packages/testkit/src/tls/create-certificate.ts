import { generateKeyPairSync, randomBytes, sign } from "node:crypto";

type TestCertificate = { key: string; cert: string };

const SEQUENCE = 0x30;
const OIDS = {
  commonName: "550403",
  ecdsaWithSha256: "2a8648ce3d040302",
  subjectAltName: "551d11",
};

/** A key and a certificate for these hosts, signed by that key itself: valid for clients that trust it. */
export function createCertificate(hosts: readonly string[]): TestCertificate {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const algorithm = der(SEQUENCE, oid(OIDS.ecdsaWithSha256));
  const name = der(SEQUENCE, der(0x31, der(SEQUENCE, oid(OIDS.commonName), der(0x0c, Buffer.from("test")))));
  const names = der(SEQUENCE, ...hosts.map((host) => der(0x82, Buffer.from(host))));
  const hour = 3_600_000;
  const body = der(
    SEQUENCE,
    der(0xa0, der(0x02, Buffer.from([2]))),
    // The first byte makes the number positive.
    der(0x02, Buffer.from([0x01]), randomBytes(8)),
    algorithm,
    name,
    // From yesterday on, for machines whose clock is a little behind.
    der(SEQUENCE, time(Date.now() - 24 * hour), time(Date.now() + 24 * hour)),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, der(SEQUENCE, der(SEQUENCE, oid(OIDS.subjectAltName), der(0x04, names)))),
  );
  const signature = der(0x03, Buffer.from([0]), sign("sha256", body, privateKey));
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: toPem(der(SEQUENCE, body, algorithm, signature)),
  };
}

/** A value as ASN.1 writes it: a tag, the length, the content. */
function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content]);
  return Buffer.concat([Buffer.from([tag, 0x82, length >> 8, length & 0xff]), content]);
}

const oid = (hex: string) => der(0x06, Buffer.from(hex, "hex"));

/** Such as 261117120000Z. */
const time = (ms: number) =>
  der(0x17, Buffer.from(`${new Date(ms).toISOString().replace(/\D/g, "").slice(2, 14)}Z`));

function toPem(certificate: Buffer): string {
  const lines = certificate.toString("base64").match(/.{1,64}/g) ?? [];
  return ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n");
}
