/** Payments by x402, between agents that a Haftungsperson answers for. */

export { type PayeeOptions, payOnlyCompliant } from "./x402/pay-only-compliant.ts";
export type { PaymentOptions } from "./x402/payment-check.ts";
export { requireCompliantPayer } from "./x402/require-compliant-payer.ts";
