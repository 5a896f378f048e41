// Recovers signers off the main thread, one after the other. Its first message says that it is up.
import { parentPort } from "node:worker_threads";
import { type RecoveryJob, recoverSigner } from "./recover-signer.ts";

parentPort?.on("message", async ({ id, ...signed }: RecoveryJob) => {
  parentPort?.postMessage({ id, signer: await recoverSigner(signed) });
});
parentPort?.postMessage("up");
