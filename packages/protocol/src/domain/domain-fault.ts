import type { DomainReason } from "../domain-reasons.ts";

/** Why a domain's file is not read any further. */
export class DomainFault extends Error {
  override readonly name = "DomainFault";
  readonly reason: DomainReason;

  constructor(reason: DomainReason) {
    super(reason);
    this.reason = reason;
  }
}
