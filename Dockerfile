# One image for query API, relayer and dashboard: its command is `api`, `relayer` or `dashboard`.
# The Node is the one that scripts/setup.mjs brings where there is none. The base is named by its digest, since a tag can be
# moved: with another version comes another digest (`docker buildx imagetools inspect <tag>`).
ARG NODE_IMAGE=node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6

# What the services need while they run: the locked packages without those for tests, contracts and benchmarks. npm
# counts what a workspace needs for its tests among these, so the manifests are cut down first. The dashboard's build
# brings what its pages need; its server takes one package besides.
FROM ${NODE_IMAGE} AS packages
WORKDIR /opt/agent-registry
COPY package.json package-lock.json .npmrc ./
COPY packages/protocol/package.json packages/protocol/
COPY packages/sdk/package.json packages/sdk/
COPY packages/service/package.json packages/service/
COPY apps/api/package.json apps/api/
COPY apps/relayer/package.json apps/relayer/
RUN npm pkg set --json 'workspaces=["packages/protocol","packages/sdk","packages/service","apps/api","apps/relayer"]' \
  && npm pkg delete devDependencies --workspaces --include-workspace-root \
  && npm pkg set 'dependencies.compression=*' \
  && npm ci --omit=dev

# Everything, to build the dashboard. It also serves as a local chain, see deploy/compose.
FROM ${NODE_IMAGE} AS build
WORKDIR /opt/agent-registry
COPY . .
RUN npm ci
# Next puts the build with its packages into one tree, and with them what would scale pictures, half of it. It leaves out the
# scripts for browsers; and the start sees by the hash that nothing has to be built.
RUN node apps/dashboard/scripts/build.ts \
  && cd apps/dashboard/.next && rm -rf cache standalone/node_modules/sharp standalone/node_modules/@img \
  && cp -r static source-hash standalone/apps/dashboard/.next/

FROM ${NODE_IMAGE}
ENV NODE_ENV=production DATA_DIR=/var/lib/agent-registry
WORKDIR /opt/agent-registry
COPY --from=packages /opt/agent-registry/node_modules node_modules
COPY package.json package-lock.json LICENSE ./
COPY packages/protocol packages/protocol
COPY packages/sdk packages/sdk
COPY packages/service packages/service
COPY apps apps
COPY --from=build /opt/agent-registry/apps/dashboard/.next/standalone .
COPY deploy/image deploy/image
RUN install --directory --owner=node --group=node --mode=0700 /var/lib/agent-registry

# What this image is, for those who find it in a registry of images. Who builds it for others gives the last three.
ARG VERSION=0.1.0
ARG SOURCE
ARG REVISION
ARG CREATED
LABEL org.opencontainers.image.title="Agent Registry" \
  org.opencontainers.image.description="Query API, relayer and dashboard of a public register of autonomous AI agents" \
  org.opencontainers.image.licenses="MIT" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.source="${SOURCE}" \
  org.opencontainers.image.revision="${REVISION}" \
  org.opencontainers.image.created="${CREATED}"

# It reads its own files and writes to DATA_DIR alone, so the rest may be mounted read-only.
USER node
EXPOSE 3000 3001 3002
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s CMD ["node", "deploy/image/check-health.mjs"]
ENTRYPOINT ["deploy/image/entrypoint.sh"]
CMD ["api"]
