import { ASSURANCE_LEVELS, PERSON_KINDS } from "@agent-registry/protocol";
import type { PersonEventBody, RegistryEvent } from "../../chain/registry-event.ts";
import { appendFiling, type EventOf, toInconsistent } from "./append-filing.ts";
import type { Change } from "./change.ts";

type PersonEvent = EventOf<PersonEventBody["kind"]>;

const PERSON_EVENTS: ReadonlySet<string> = new Set<PersonEventBody["kind"]>([
  "person-certified",
  "certificate-accepted",
  "certificate-ended",
  "notary-added",
  "notary-removed",
]);

/** By its kind: an event about an agent that gives the number 0 is wrong. */
export function isPersonEvent(event: RegistryEvent): event is PersonEvent {
  return PERSON_EVENTS.has(event.kind);
}

/**
 * Applies what was certified about a person, or who may certify. The index keeps nothing but the filing: what stands
 * follows from the last filings of person and notary, of which there are few.
 */
export function applyPersonEvent(change: Change, event: PersonEvent): void {
  switch (event.kind) {
    case "person-certified": {
      const { person, notary, personKind, level, until, ref } = event;
      const isKnown = PERSON_KINDS[personKind - 1] !== undefined && ASSURANCE_LEVELS[level - 1] !== undefined;
      if (!isKnown) throw toInconsistent(event);
      appendFiling(change, event, { person, notary, personKind, level, until, ref });
      break;
    }
    case "certificate-accepted":
    case "certificate-ended":
      appendFiling(change, event, { person: event.person, notary: event.notary });
      break;
    case "notary-added":
    case "notary-removed":
      appendFiling(change, event, { notary: event.notary });
      break;
    default:
      event satisfies never;
  }
}
