/**
 * How Node runs the query API, wherever it is started. On a large machine V8 lets the young generation of its
 * heap grow to three times this size while the index is filled: no faster, and a hundred megabytes more.
 */
export const API_NODE_FLAGS = ["--max-semi-space-size=32"];

/**
 * How Node runs the programs that write and restore a snapshot. Each row is soon forgotten there: a young generation as
 * large as V8 lets it grow is no faster, and takes a hundred megabytes.
 */
export const SNAPSHOT_NODE_FLAGS = ["--max-semi-space-size=4"];
