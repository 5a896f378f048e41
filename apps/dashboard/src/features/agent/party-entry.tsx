"use client";

import type { ReactNode } from "react";
import { Entry } from "../../shared/entry-list.tsx";
import { Hex } from "../../shared/hex.tsx";
import { PartyNote, type Said } from "./party-note.tsx";

type Props = {
  party: "Wallet" | "Haftungsperson";
  address: string;
  /** Undefined while it is being read. */
  said: Said | undefined;
  /** What else is known of the party, in the line of what it has said. */
  known?: ReactNode;
  children?: ReactNode;
};

const NAMED = {
  Wallet: "named as the agent’s wallet",
  Haftungsperson: "named as the liable person",
} as const;

/** Anyone may name anyone, so the entry says what the one who is named has said. */
export function PartyEntry({ party, address, said, known, children }: Props) {
  return (
    <Entry label={party}>
      {party === "Wallet" ? (
        <Hex value={address} label="the wallet" whole />
      ) : (
        <Hex of="haftungsperson" value={address} label="the Haftungsperson" whole />
      )}
      <PartyNote named={NAMED[party]} said={said}>
        {known}
      </PartyNote>
      {children}
    </Entry>
  );
}
