"use client";

import type { PersonRole } from "@agent-registry/protocol";
import { Hex } from "./hex.tsx";
import { toPersonPath } from "./person-path.ts";

type Props = { value: string; label: string; as?: PersonRole; whole?: boolean };

/** The address of a person, which leads to all that the register knows of that person. */
export function PersonHex({ value, label, as: role = "haftungsperson", whole = false }: Props) {
  return <Hex value={value} label={label} whole={whole} href={toPersonPath(value, role)} />;
}
