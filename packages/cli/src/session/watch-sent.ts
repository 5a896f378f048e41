import type { RegistryClientOptions, SentCall } from "@agent-registry/sdk";
import { COMMAND } from "../own-package.ts";
import type { Console } from "../terminal/console.ts";

const EXIT_INTERRUPTED = 130;

/** Says what has left, shows that it is waited for, and on Ctrl-C what may still happen. */
export function createOnSent(console: Console): NonNullable<RegistryClientOptions["onSent"]> {
  return function onSent(sent) {
    const { facts, left, waiting, fate } = describe(sent);
    let wait = { end() {} };
    const interrupt = () => {
      wait.end();
      console.inform(`Interrupted. ${fate}`, facts);
      process.exit(EXIT_INTERRUPTED);
    };
    // A command that listens already, such as attest --watch, ends by itself once this is done.
    if (process.listenerCount("SIGINT") === 0) process.once("SIGINT", interrupt);
    // After that, so that Ctrl-C is handled as soon as a person can read this line.
    console.inform(left, facts);
    wait = console.startWaiting(waiting);
    return {
      settle() {
        process.off("SIGINT", interrupt);
        wait.end();
      },
    };
  };
}

function describe(sent: SentCall) {
  if (sent.kind === "transaction") {
    const { hash } = sent;
    return {
      facts: { transactionHash: hash },
      left: `Sent: transaction ${hash}`,
      waiting: "Waiting for the chain to confirm it",
      fate: `Transaction ${hash} was sent, and may still be mined: look it up before you send it again.`,
    };
  }
  const { digest, relayerUrl, expiresAt } = sent;
  return {
    facts: { digest },
    left: `Sent to the relayer ${relayerUrl}: request ${digest}`,
    waiting: "Waiting for the relayer to have it executed",
    fate: `The request is with the relayer, and may still be executed until ${expiresAt}. What became of it: ${COMMAND} relay ${digest}. To take it back: ${COMMAND} cancel`,
  };
}
