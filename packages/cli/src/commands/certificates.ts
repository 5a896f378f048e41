import {
  ASSURANCE_LEVELS,
  type AssuranceLevel,
  PERSON_KINDS,
  type PersonKind,
} from "@agent-registry/protocol";
import { type Command, Option } from "commander";
import type { Hash } from "viem";
import { parseMoment } from "../arguments/parse-arguments.ts";
import { COMMAND } from "../own-package.ts";
import type { CommandContext } from "../session/open-session.ts";
import { askToProceed } from "../terminal/ask.ts";
import { invalidInput } from "../terminal/errors.ts";
import { renderFields } from "../terminal/render.ts";
import { renderTerms } from "../terminal/render-certificate.ts";

const NEVER = `Never write a name, a birthday, the number of a document or a plain hash of such into the reference: it is
public for good, and what can be guessed can be found.`;

type Stated = { kind: PersonKind; level: AssuranceLevel; until: Date; ref: Hash; yes?: boolean };

export function addCertifyCommand({ program, open }: CommandContext): void {
  program
    .command("certify")
    .description("for notaries: certify that you have checked who controls a person's address")
    .argument("<person>", "the person's address")
    .addOption(choice("--kind <kind>", "which person it is", PERSON_KINDS))
    .addOption(choice("--level <level>", "how well you have checked, after eIDAS", ASSURANCE_LEVELS))
    .requiredOption("--until <time>", "when it ends, at most five years ahead", parseMoment)
    .requiredOption("--ref <hex>", "32 bytes by which you find your own file; public for good")
    .option("--yes", "do not ask")
    .addHelpText(
      "after",
      `
Examples:
  $ agent-registry certify 0x... --kind natural --level substantial --until 2028-03-31 --ref 0x$(openssl rand -hex 32)

${NEVER}
Take random bytes and note them in your file, or the HMAC of your file's number with a secret that only you have.

It takes the place of what you certified about this person before, and counts once the person has accepted it
(accept-certificate). Your key is that of --key-file, NOTARY_PRIVATE_KEY, NOTARY_KEY_FILE or
~/.agent-registry/notary.key.`,
    )
    .action(async (named: string, { yes, ref, until, ...rest }: Stated, command: Command) => {
      const { console, parseAddress, writer } = open(command);
      const person = parseAddress(named, "The person");
      const { registry, key } = await writer("notary");
      const notary = key.account.address;
      const terms = { ...rest, until: until.toISOString() };
      const stated = renderFields({ person, ...renderTerms(terms), reference: ref });
      const lines = ["You have checked who controls this address, and state:", ...stated, NEVER];
      const question = `You (${notary}) would state this in public, and its filing stays for good.`;
      await askToProceed({ question, yes, preview: { console, lines } });
      const result = await registry.certifyPerson({ person, ...terms, ref });
      console.printWrite(result, {
        json: { person, notary, ...terms, ref },
        news: `Certified ${person}.`,
        next: [`It counts once the person has accepted it: ${COMMAND} accept-certificate ${notary}`],
      });
    });
}

export function addAcceptCertificateCommand({ program, open }: CommandContext): void {
  program
    .command("accept-certificate")
    .description("accept what a notary has certified about you, so that it counts")
    .argument("<notary>", "the notary's address")
    .option("--yes", "do not ask")
    .addHelpText(
      "after",
      `
Examples:
  $ agent-registry accept-certificate 0x70997970C51812dc3A010C7d01b50e0d17dc79C8 --key-file ~/.agent-registry/person.key

You accept exactly what is shown: if the notary changes it meanwhile, nothing is written. Your signature ties the
person that the notary knows to your address: whoever has a claim may ask the notary who you are. To refuse, do
nothing, or end-certificate.`,
    )
    .action(async (named: string, { yes }: { yes?: boolean }, command: Command) => {
      const { console, parseAddress, writer } = open(command);
      const notary = parseAddress(named, "The notary");
      const { registry, key } = await writer("agent");
      const person = key.account.address;
      const seen = await registry.getCertificate({ person, notary });
      if (seen === null)
        throw invalidInput(`${notary} has certified nothing about you (${person}). Nothing was written.`);
      if (seen.isAccepted) throw invalidInput("You have accepted it already. Nothing was written.");
      const by = seen.isAccredited ? notary : `${notary} (NOT accredited: it would not count)`;
      const stated = renderFields({ notary: by, ...renderTerms(seen), since: seen.since });
      const lines = ["A notary has certified who controls your address:", ...stated];
      await askToProceed({ question: `You (${person}) would accept it.`, yes, preview: { console, lines } });
      const result = await registry.acceptCertificate(seen);
      const { kind, level, until } = seen;
      const json = { person, notary, kind, level, until };
      console.printWrite(result, { json, news: `Accepted the certificate of ${notary}.` });
    });
}

/** By whose part in the certificate which key signs. */
const ROLES = { person: "agent", notary: "notary", regulator: "regulator" } as const;

export function addEndCertificateCommand({ program, open }: CommandContext): void {
  program
    .command("end-certificate")
    .description("for the person, its notary or a regulator: withdraw a certificate, at once")
    .argument("<person>", "the person's address")
    .argument("<notary>", "the address of the notary that certified it")
    .addOption(
      new Option("--as <part>", "whose key to sign with, unless --key-file names it")
        .choices(Object.keys(ROLES))
        .default("person"),
    )
    .action(async (first: string, second: string, options: { as: keyof typeof ROLES }, command: Command) => {
      const { console, parseAddress, writer } = open(command);
      const person = parseAddress(first, "The person");
      const notary = parseAddress(second, "The notary");
      const { registry } = await writer(ROLES[options.as]);
      const result = await registry.endCertificate({ person, notary });
      const news = `The certificate of ${notary} about ${person} is withdrawn.`;
      console.printWrite(result, { json: { person, notary }, news });
    });
}

const choice = (flags: string, description: string, values: readonly string[]) =>
  new Option(flags, description).choices(values).makeOptionMandatory();
