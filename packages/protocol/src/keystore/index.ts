// An entry of its own: it needs Node, and the rest of this package runs in browsers, too.
export {
  isKeystore,
  type Keystore,
  KeystoreError,
  parseKeystore,
  parsePassword,
} from "./keystore-file.ts";
export { openKeystore } from "./open-keystore.ts";
export { sealKeystore } from "./seal-keystore.ts";
