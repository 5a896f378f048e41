import { ASSURANCE_LEVELS, PERSON_KINDS } from "@agent-registry/protocol";
import type { AgentRegistry } from "@agent-registry/sdk";
import type { McpServer } from "@modelcontextprotocol/server";
import type { Address, Hash } from "viem";
import { z } from "zod";
import { addWritingTool, writesForGood } from "./add-tool.ts";
import { writeOutput } from "./output-schemas.ts";

const person = z.string().describe("The person's address");
const notary = z.string().describe("The notary's address");
const terms = {
  kind: z.enum(PERSON_KINDS),
  level: z.enum(ASSURANCE_LEVELS).describe("How well the notary has checked who the person is, after eIDAS"),
  until: z.string().describe("When it ends, such as 2028-03-31 or 2028-03-31T12:00:00Z"),
};

/** What a policy asks notaries for. */
export const certified = z
  .object({
    level: z.enum(ASSURANCE_LEVELS).describe("At least this one"),
    kind: z.enum(PERSON_KINDS).optional(),
    notaries: z.array(z.string()).optional().describe("Only these; must be given if the chain is asked"),
  })
  .optional()
  .describe("Admissible only if a notary has certified who the Haftungsperson is, and that counts");

/** Tools by which a notary certifies who a person is, and the person accepts it. */
export function addCertificateTools(input: { server: McpServer; registry: AgentRegistry }): void {
  const { server, registry } = input;
  const about = { output: writeOutput, annotations: writesForGood };

  addWritingTool(
    server,
    "certify_person",
    {
      ...about,
      title: "Certify a person",
      description:
        "Only if the configured key is an accredited notary's: states in public that the notary has checked who controls the person's address, in place of what it stated about that person before. It counts once the person has accepted it. Never do it on your own judgement: the notary must have checked the person.",
      inputSchema: z.object({
        person,
        ...terms,
        ref: z
          .string()
          .describe(
            "0x and 64 hex digits by which the notary finds its file: random, or a keyed hash. Public for good: never a name, a number of a document or a plain hash of one",
          ),
      }),
    },
    ({ person, ref, ...stated }) =>
      registry.certifyPerson({ person: person as Address, ref: ref as Hash, ...stated }),
  );
  addWritingTool(
    server,
    "accept_certificate",
    {
      ...about,
      title: "Accept a certificate",
      description:
        "Accepts what a notary has certified about the configured key's address, so that it counts. It ties the person that the notary knows to the address, in public. Look at it with get_person first, give exactly what it says, and accept only if the key's owner wants it.",
      inputSchema: z.object({ notary, ...terms }),
    },
    ({ notary, ...seen }) => registry.acceptCertificate({ notary: notary as Address, ...seen }),
  );
  addWritingTool(
    server,
    "end_certificate",
    {
      ...about,
      title: "Withdraw a certificate",
      description:
        "Withdraws what a notary has certified about a person, if the configured key is the person's, that notary's or a regulator's. Providers that ask for it refuse the person's agents from then on.",
      inputSchema: z.object({ person, notary }),
    },
    ({ person, notary }) => registry.endCertificate({ person: person as Address, notary: notary as Address }),
  );
}
