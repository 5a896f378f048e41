/** Whole seconds since the epoch, by this machine's clock. */
export function systemNow(): number {
  return Math.floor(Date.now() / 1000);
}
