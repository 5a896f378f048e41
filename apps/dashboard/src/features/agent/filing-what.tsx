"use client";

import type { Filing } from "@agent-registry/protocol";
import { type FilingValue, toFilingText } from "@agent-registry/protocol/filing-text";
import { toVisibleName } from "@agent-registry/protocol/visible-name";
import { toVisibleText } from "@agent-registry/protocol/visible-text";
import { createElement, Fragment, type ReactNode } from "react";
import { Hex } from "../../shared/links/hex.tsx";
import { Money } from "../../shared/text/money.tsx";
import { toTypographic } from "../../shared/text/words.ts";
import { formatDate, formatPeriod } from "../../shared/time/format-time.ts";
import { toConsentWords, toDeclineWords } from "./consent-words.ts";
import { isDecline, type Story } from "./filing-stories.ts";

/** What was filed, as a sentence. */
export function FilingWhat({ story: { filing, others, older } }: { story: Story }): ReactNode {
  if (isDecline(filing)) return toDeclineWords([filing, ...others]);
  if (filing.kind === "consent-given") return toConsentWords(filing, older);
  const pieces = toFilingText(filing).map((piece) =>
    typeof piece === "string" ? toTypographic(piece) : toShown(piece),
  );
  return createElement(Fragment, null, ...pieces, ...others.map(toFallenWords));
}

function toShown(value: FilingValue): ReactNode {
  if ("address" in value) return <Hex of={value.of} value={value.address} label={value.label} />;
  if ("hash" in value) return <Hex value={value.hash} label={value.label} />;
  if ("amount" in value) return <Money cents={value.amount} currency={value.currency} />;
  if ("name" in value) return <bdi>{toVisibleName(value.name)}</bdi>;
  if ("day" in value) return formatDate(value.day);
  if ("start" in value) return formatPeriod(value);
  return (
    <>
      “<bdi>{toVisibleText(value.quote)}</bdi>”
    </>
  );
}

/** What was dropped with a former wallet or Haftungsperson, as a clause after the change itself. */
function toFallenWords(filing: Filing): string {
  if (filing.kind === "attester-changed") return "; the attester was removed";
  if (filing.kind === "wallet-proposed") return "; the proposed new wallet was dropped";
  return "; the proposed handover was called off";
}
