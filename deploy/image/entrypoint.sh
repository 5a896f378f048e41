#!/bin/sh
# Becomes the service that the first word names. Node then is the container's first process, and has its signals.
set -eu

# Secrets may be given as files, as container platforms hand them over: <NAME>_FILE instead of <NAME>.
for name in RELAYER_KEY DASHBOARD_SECRET DATABASE_URL RPC_URL; do
  eval "file=\${${name}_FILE:-}"
  if [ -n "$file" ]; then
    value=$(cat "$file")
    export "$name=$value"
    unset "${name}_FILE"
  fi
done

case "${1:-}" in
  api) exec node --max-semi-space-size=32 apps/api/src/main.ts ;;
  relayer) exec node apps/relayer/src/main.ts ;;
  dashboard) exec node apps/dashboard/scripts/start.ts ;;
  *)
    echo "Name a service: api, relayer or dashboard" >&2
    exit 64
    ;;
esac
