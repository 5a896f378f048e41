// Whether the service of this container answers. Being ready is another thing: a container that waits for its chain
// must not be started anew. Of the ports that the three services have, only one is in use here.
const { PORT, RELAYER_PORT } = process.env;
const ports = new Set([PORT || 3000, RELAYER_PORT || 3001, PORT || 3002]);

const answers = await Promise.all(
  [...ports].map((port) =>
    fetch(`http://127.0.0.1:${port}/health`, { signal: AbortSignal.timeout(4_000) }).then(
      ({ status }) => status < 500,
      () => false,
    ),
  ),
);
process.exitCode = answers.includes(true) ? 0 : 1;
