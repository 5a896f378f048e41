import { once } from "node:events";
import type { RequestListener } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { createCertificate } from "./create-certificate.ts";

export type TestHttpsServer = {
  port: number;
  /** A client that trusts it accepts this server as each of its hosts. */
  cert: string;
  stop(): Promise<void>;
};

/** A real https server on a free port of the loopback address. */
export async function startHttpsServer(input: {
  hosts: readonly string[];
  handle: RequestListener;
}): Promise<TestHttpsServer> {
  const { key, cert } = createCertificate(input.hosts);
  const server = createServer({ key, cert }, input.handle);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    cert,
    async stop() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
