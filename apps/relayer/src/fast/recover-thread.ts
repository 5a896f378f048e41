// The thread that recovers signers for `recover-in-thread.ts`.
import { parentPort } from "node:worker_threads";
import { recoverSigner, type SignedDigest } from "./crypto.ts";

if (parentPort === null) throw new Error("This is a thread of another program");
const port = parentPort;

port.on("message", (signed: SignedDigest | null) => {
  // Nothing more will be asked.
  if (signed === null) port.close();
  else port.postMessage(recoverSigner(signed));
});
port.postMessage("ready");
