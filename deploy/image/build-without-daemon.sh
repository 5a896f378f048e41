#!/bin/sh
# Builds the image on Debian without Docker and without a registry of images: by buildah, on a base made of Debian's
# packages and of the Node that the Dockerfile names, which npm brings. As root, after
# `apt-get install --no-install-recommends buildah debootstrap`:
#
#   deploy/image/build-without-daemon.sh [arguments for `buildah build`, such as --build-arg REVISION=...]
#
# The image is localhost/agent-registry in the storage at STORAGE (/var/tmp/agent-registry-image), where `buildah --root
# "$STORAGE" --storage-driver vfs` finds it. Remove that folder to clean up.
set -eu
cd "$(dirname "$0")/../.."
storage=${STORAGE:-/var/tmp/agent-registry-image}
version=$(sed -n 's/^ARG NODE_IMAGE=node:\([0-9.]*\)-.*/\1/p' Dockerfile)
base=localhost/agent-registry-base:$version

# Only files: neither a kernel's overlays nor namespaces are needed, so it runs within a container, too.
buildah() { command buildah --root "$storage" --runroot "$storage/run" --storage-driver vfs "$@"; }

if ! buildah inspect --type image "$base" >/dev/null 2>&1; then
  root=$(mktemp -d)
  trap 'rm -rf "$root"' EXIT
  debootstrap --variant=minbase bookworm "$root/base"
  rm -rf "$root/base/var/cache/apt" "$root/base/var/lib/apt/lists"
  architecture=$(node -p process.arch)
  npm install --prefix "$root" --no-save --ignore-scripts "node-linux-$architecture@$version"
  cp "$root/node_modules/node-linux-$architecture/bin/node" "$root/base/usr/local/bin/"
  cp -r "$(npm root --global)/npm" "$root/base/usr/local/lib/"
  ln -s ../lib/npm/bin/npm-cli.js "$root/base/usr/local/bin/npm"
  chroot "$root/base" useradd --uid 1000 --create-home node
  container=$(buildah from scratch)
  buildah add --quiet "$container" "$root/base" /
  buildah commit --quiet --rm "$container" "$base"
fi

buildah build --isolation chroot --format docker --pull-never --build-arg "NODE_IMAGE=$base" --tag agent-registry "$@" .
buildah images
