import type { x402ResourceServer } from "@x402/core/server";
import {
  createPaymentCheck,
  findPayer,
  type PaymentOptions,
  type Stop,
  stopIfThrown,
  toAddress,
} from "./payment-check.ts";

const payerUnknown: Stop = {
  abort: true,
  reason: "payer-unknown",
  message: "Who pays cannot be told: pay by the scheme exact or upto, from a wallet on an EVM chain",
};

/**
 * Has an x402 server take payments of compliant agents only. Any other payer is answered with 402 and the
 * reason, and nothing is settled. If the register cannot be asked, nothing is settled either.
 *
 * @example
 * const server = requireCompliantPayer(new x402ResourceServer(facilitator), { registry });
 * app.use(paymentMiddleware(routes, server.register("eip155:84532", new ExactEvmScheme())));
 */
export function requireCompliantPayer(
  server: x402ResourceServer,
  options: PaymentOptions,
): x402ResourceServer {
  const checkPayment = createPaymentCheck(options);
  return (
    server
      // Before the work is done. The contexts are taken apart inside, so that nothing can throw outside.
      .onAfterVerify((context) =>
        stopIfThrown(payerUnknown, async () => {
          const { paymentPayload, result } = context;
          // Refused by x402 itself.
          if (!result.isValid) return undefined;
          const payer = findPayer(paymentPayload);
          return payer === undefined || payer !== toAddress(result.payer)
            ? payerUnknown
            : checkPayment(payer);
        }),
      )
      // Flows that settle before the work is done (`upfront`, `escrow`) never verify, and so never come by above.
      .onBeforeSettle((context) =>
        stopIfThrown(payerUnknown, async () => {
          const { paymentPayload, phase } = context;
          // What was taken before the work is given back, to any payer.
          if (phase === "cancel") return undefined;
          const payer = findPayer(paymentPayload);
          return payer === undefined ? payerUnknown : checkPayment(payer);
        }),
      )
  );
}
