import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { it } from "node:test";

/** Starts tracing in a process of its own, in which the SDK is not installed, and returns its output. */
async function startWithoutSdk(env: Record<string, string>): Promise<string> {
  const code = `
    import { registerHooks } from "node:module";
    registerHooks({
      resolve(name, context, next) {
        if (name !== "@opentelemetry/sdk-node") return next(name, context);
        throw Object.assign(new Error("Cannot find package"), { code: "ERR_MODULE_NOT_FOUND" });
      },
    });
    const { startTracing } = await import("${new URL("./tracing.ts", import.meta.url)}");
    await (await startTracing({ env: ${JSON.stringify(env)} }))();
  `;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", code]);
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (said += data));
  const [exitCode] = await once(child, "close");
  assert.equal(exitCode, 0, said);
  return said;
}

it("warns those who ask for traces without the SDK, and goes on", async () => {
  const said = await startWithoutSdk({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318" });
  assert.equal(
    said,
    "OTEL_ variables ask for traces, but @opentelemetry/sdk-node is not installed: nothing is traced.\n",
  );
});

it("loads no SDK unless it is asked for traces", async () => {
  assert.equal(await startWithoutSdk({ OTEL_SERVICE_NAME: "api" }), "");
  assert.equal(await startWithoutSdk({ OTEL_TRACES_EXPORTER: "none" }), "");
  const disabled = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318", OTEL_SDK_DISABLED: "true" };
  assert.equal(await startWithoutSdk(disabled), "");
});
