// A plugin of Stryker: changes to what is only read by people (log lines, descriptions in the OpenAPI documents) are not
// made, since no rule depends on their wording.
import { declareValuePlugin, PluginKind } from "@stryker-mutator/api/plugin";

const WORDS = new Set(["describe", "meta"]);

function isForPeople(node) {
  if (node.type === "ExpressionStatement") return isForPeople(node.expression);
  if (node.type !== "CallExpression" || node.callee.type !== "MemberExpression") return false;
  const { object, property } = node.callee;
  return object.name === "logger" || object.property?.name === "logger" || WORDS.has(property.name);
}

export const strykerPlugins = [
  declareValuePlugin(PluginKind.Ignore, "words", {
    shouldIgnore: ({ node }) => (isForPeople(node) ? "only people read it" : undefined),
  }),
];
