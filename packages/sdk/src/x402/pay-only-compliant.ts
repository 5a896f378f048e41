import type { x402Client } from "@x402/core/client";
import type { PaymentRequirements } from "@x402/core/types";
import {
  createPaymentCheck,
  type PaymentOptions,
  type Stop,
  stopIfThrown,
  toAddress,
} from "./payment-check.ts";

const payeeUnknown: Stop = {
  abort: true,
  reason: "payee-unknown",
  message: "Who would be paid cannot be told",
};

export type PayeeOptions = PaymentOptions & {
  /**
   * Payees that you know yourself: `true` pays without asking the register, anything else asks it. The
   * treasury of a company is no agent, and so not registered. All that it is given was written by the payee.
   */
  vet?: (requirements: PaymentRequirements) => boolean | Promise<boolean>;
};

/**
 * Has an x402 client sign payments to compliant agents only. For any other payee it throws before anything is
 * signed, with the reason in the message, and alike if the register cannot be asked.
 *
 * @example
 * const client = payOnlyCompliant(new x402Client(), { registry }).register("eip155:84532", new ExactEvmScheme(account));
 * const payingFetch = wrapFetchWithPayment(fetch, client);
 */
export function payOnlyCompliant(client: x402Client, { vet, ...options }: PayeeOptions): x402Client {
  const checkPayment = createPaymentCheck(options);
  return client.onBeforePaymentCreation((context) =>
    stopIfThrown(payeeUnknown, async () => {
      const { selectedRequirements } = context;
      if ((await vet?.(selectedRequirements)) === true) return undefined;
      const payee = toAddress(selectedRequirements.payTo);
      return payee === undefined ? payeeUnknown : checkPayment(payee);
    }),
  );
}
