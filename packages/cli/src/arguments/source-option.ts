import { Option } from "commander";

export function sourceOption(): Option {
  return new Option(
    "--source <source>",
    "ask the chain, or the query API (up to a minute old); the chain unless only an API is known",
  ).choices(["chain", "api"]);
}
