const YEAR_MS = 365 * 86_400_000;

export const SECURITY_CONTACT_RULE =
  "must be an https:// or mailto: address at which vulnerabilities are reported";

/** No blank or line break: it stands on one line of the file. */
export function isSecurityContact(value: string): boolean {
  return /^(https:\/\/|mailto:)[!-~]+$/.test(value) && URL.canParse(value);
}

/** `/.well-known/security.txt` (RFC 9116). It must say until when it holds: for a year from the start of the process. */
export function toSecurityTxt({ contact, startedAtMs }: { contact: string; startedAtMs: number }): string {
  const expires = new Date(startedAtMs + YEAR_MS).toISOString();
  return `Contact: ${contact}\nExpires: ${expires}\nPreferred-Languages: en\n`;
}
