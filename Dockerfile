# One image for query API, relayer and dashboard: its command is `api`, `relayer` or `dashboard`.
# The Node is the one that scripts/setup.mjs brings where there is none.

# What the services need while they run: the locked packages without those for tests, contracts and benchmarks. npm
# counts what a workspace needs for its tests among these, so the manifests are cut down first.
FROM node:24.21.0-bookworm-slim AS packages
WORKDIR /opt/agent-registry
COPY package.json package-lock.json .npmrc ./
COPY packages/protocol/package.json packages/protocol/
COPY packages/sdk/package.json packages/sdk/
COPY packages/service/package.json packages/service/
COPY apps/api/package.json apps/api/
COPY apps/relayer/package.json apps/relayer/
COPY apps/dashboard/package.json apps/dashboard/
RUN npm pkg set --json 'workspaces=["packages/protocol","packages/sdk","packages/service","apps/api","apps/relayer","apps/dashboard"]' \
  && npm pkg delete devDependencies --workspaces --include-workspace-root \
  && npm ci --omit=dev \
  && mkdir -p apps/dashboard/node_modules

# Everything, to build the dashboard. It also serves as a local chain, see deploy/compose.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /opt/agent-registry
COPY . .
RUN npm ci
RUN node apps/dashboard/scripts/build.ts && rm -rf apps/dashboard/.next/cache

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production DATA_DIR=/var/lib/agent-registry
WORKDIR /opt/agent-registry
COPY --from=packages /opt/agent-registry/node_modules node_modules
COPY --from=packages /opt/agent-registry/apps/dashboard/node_modules apps/dashboard/node_modules
COPY package.json package-lock.json LICENSE ./
COPY packages/protocol packages/protocol
COPY packages/sdk packages/sdk
COPY packages/service packages/service
COPY apps apps
COPY --from=build /opt/agent-registry/apps/dashboard/.next apps/dashboard/.next
COPY deploy/image deploy/image
RUN install --directory --owner=node --group=node --mode=0700 /var/lib/agent-registry

# It reads its own files and writes to DATA_DIR alone, so the rest may be mounted read-only.
USER node
EXPOSE 3000 3001 3002
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s CMD ["node", "deploy/image/check-health.mjs"]
ENTRYPOINT ["deploy/image/entrypoint.sh"]
CMD ["api"]
