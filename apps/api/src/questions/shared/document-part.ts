import type { RouteDoc } from "@agent-registry/service";
import type { z } from "zod";

/** What a route that is no question, such as a POST, adds to the API's document. */
export type DocumentPart = {
  routes: RouteDoc[];
  /** Of its bodies, by their names in the document and in generated clients. */
  schemas?: Record<string, z.core.$ZodType>;
};
