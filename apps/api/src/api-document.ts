import * as protocol from "@agent-registry/protocol";
import { createOpenApiDocument, type RouteDoc } from "@agent-registry/service";
import { type DocumentPart, findParams, type Question } from "./http/question.ts";
import { bulkKyaDocument } from "./questions/bulk-kya/bulk-kya.ts";
import { questions } from "./questions/questions.ts";
import { healthDocument } from "./questions/service/health.ts";
import { readyDocument } from "./questions/service/ready.ts";
import { toErrors } from "./questions/shared/errors.ts";
import { jwksDocument } from "./questions/signed/jwks.ts";
import { statusListsDocument } from "./questions/signed/status-lists.ts";
import { snapshotsDocument } from "./questions/snapshots/snapshots.ts";

const DESCRIPTION = `Read-only access to the register of autonomous agents. No authentication.

Every error is \`{ "error": "<message>" }\`, and names its request in \`X-Request-Id\`. Every answer but those of \`/ready\` and \`/metrics\` carries \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\`
and \`X-RateLimit-Reset\` (seconds since the epoch), and the same as \`RateLimit-Policy\` and \`RateLimit\`; \`429\` also \`Retry-After\`. Cached answers say how long they
hold and how old they are (\`Cache-Control\`, \`Age\`), and \`If-None-Match\` with their \`ETag\` gives \`304\`.
Paged lists name the next and the previous page in \`Link\`.
What is read from the index names the block whose state it is (\`X-Registry-Block\`, \`X-Registry-Block-Hash\`).
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

/** What several questions have in their bodies. */
const SHARED_SCHEMAS = {
  AgentStatus: protocol.StatusSchema,
  Agent: protocol.AgentSchema,
  Compliance: protocol.ComplianceSchema,
  AgentListItem: protocol.AgentListItem,
  Filing: protocol.FilingSchema,
  Consents: protocol.Consents,
  Refusals: protocol.Refusals,
};

/** What is no question: it takes a body, or sends what the process holds already. */
const plainRoutes: DocumentPart[] = [
  bulkKyaDocument,
  jwksDocument,
  statusListsDocument,
  snapshotsDocument,
  healthDocument,
  readyDocument,
];

/** The API's documentation, made from the schemas of its requests and responses. */
export function createApiDocument() {
  return createOpenApiDocument({
    title: "Agent Registry query API",
    version: "1.0.0",
    description: DESCRIPTION,
    tags: TAGS,
    schemas: {
      ...SHARED_SCHEMAS,
      ...Object.assign({}, ...[...questions, ...plainRoutes].map((part) => part.schemas)),
    },
    routes: [...questions.map(toRouteDoc), ...plainRoutes.flatMap((part) => part.routes)],
  });
}

function toRouteDoc(question: Question): RouteDoc {
  const { path, query, response, contentType, keptMs, isSigned = false } = question;
  const { answer, example, responses, ...doc } = question.doc;
  const params = findParams(question);
  return {
    ...doc,
    method: "get",
    path: `/api/v1${path.replace(/:(\w+)/g, "{$1}")}`,
    ...(params && { params }),
    ...(query && { query }),
    hasEtag: !isSigned,
    responses: {
      ...toErrors(question),
      200: {
        description: answer ?? toLifetime(keptMs),
        schema: response,
        ...(contentType !== undefined && { contentType }),
        example,
      },
      ...responses,
    },
  };
}

/** How long answers are kept, in the largest unit that gives a whole number. */
function toLifetime(keptMs: number | undefined): string {
  if (keptMs === undefined) return "Not cached";
  const [count, unit] = keptMs % 60_000 === 0 ? [keptMs / 60_000, "minute"] : [keptMs / 1_000, "second"];
  return `Cached for ${count} ${unit}${count === 1 ? "" : "s"}`;
}
