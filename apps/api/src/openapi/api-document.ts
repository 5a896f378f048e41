import { createOpenApiDocument } from "@agent-registry/service";
import { additionalRoutes } from "./additional-routes.ts";
import { asOfRoutes } from "./as-of-routes.ts";
import { followingRoutes } from "./following-routes.ts";
import { neighbourRoutes } from "./neighbour-routes.ts";
import { peopleRoutes } from "./people-routes.ts";
import { schemas } from "./schemas.ts";
import { signedRoutes } from "./signed-routes.ts";
import { snapshotRoutes } from "./snapshot-routes.ts";
import { specifiedRoutes } from "./specified-routes.ts";

const DESCRIPTION = `Read-only access to the register of autonomous agents. No authentication.

Every error is \`{ "error": "<message>" }\`, and names its request in \`X-Request-Id\`. Every answer but those of \`/ready\` and \`/metrics\` carries \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\`
and \`X-RateLimit-Reset\` (seconds since the epoch), and the same as \`RateLimit-Policy\` and \`RateLimit\`; \`429\` also \`Retry-After\`. Cached answers say how long they
hold and how old they are (\`Cache-Control\`, \`Age\`), and \`If-None-Match\` with their \`ETag\` gives \`304\`.
Paged lists name the next and the previous page in \`Link\`.
What is read from the index names the block whose state it is (\`X-Registry-Block\`, \`X-Registry-Block-Hash\`); searches,
sums and lists of all agents may hold changes of a newer block, too.
Methods other than GET, HEAD and OPTIONS give \`405\`, unknown paths \`404\`; \`/api/v1/kya\` itself takes POST.`;

const TAGS = {
  "Know Your Agent":
    "Whether a wallet's agent is registered and compliant, now and then, and how to prove it",
  Agents: "Records of agents, their descent and their filings",
  People: "Who answers for agents, and who has registered them",
  Following: "Every filing in chain order for those who keep a copy, and what regulators did",
  Revenue: "What agents have reported. Amounts are whole cents",
  Statistics: "The register as a whole",
  "Signed statements": "What can be checked without asking the register, if it has a key to sign with",
  Service: "The state of this server",
};

/** The API's documentation, made from the schemas of its requests and responses. */
export function createApiDocument() {
  return createOpenApiDocument({
    title: "Agent Registry query API",
    version: "1.0.0",
    description: DESCRIPTION,
    tags: TAGS,
    schemas,
    routes: [
      ...specifiedRoutes,
      ...additionalRoutes,
      ...peopleRoutes,
      ...asOfRoutes,
      ...followingRoutes,
      ...snapshotRoutes,
      ...neighbourRoutes,
      ...signedRoutes,
    ],
  });
}
