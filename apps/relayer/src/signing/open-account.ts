import { KeystoreError, openKeystore, parseKeystore, parsePassword } from "@agent-registry/protocol/keystore";
import { type Clock, type ConfigError, readSecretFile, toConfigError } from "@agent-registry/service";
import type { Hex } from "viem";
import { createRemoteSigner } from "./remote-signer.ts";
import { createLocalSigner, type SignerFailure, type SigningAccount } from "./signing-account.ts";
import type { SigningSettings } from "./signing-config.ts";

type OpenAccount = {
  settings: SigningSettings;
  clock: Clock;
  timeoutMs: number;
  onFailure: (failure: SignerFailure) => void;
};

/** An account that signs, and why it cannot at this moment. */
type OpenedAccount = SigningAccount & { findProblem: () => Promise<string | null> };

/** What the settings name: exactly one way to sign. */
export async function openAccount({ settings, ...options }: OpenAccount): Promise<OpenedAccount> {
  const { RELAYER_SIGNER_URL: url, RELAYER_ADDRESS: wallet } = settings;
  if (url !== undefined && wallet !== undefined) return createRemoteSigner({ url, wallet, ...options });
  const signer = createLocalSigner(settings.RELAYER_KEY ?? (await openFile(settings)));
  return { ...signer, findProblem: async () => null };
}

async function openFile(settings: SigningSettings): Promise<Hex> {
  const keystore = read("RELAYER_KEYSTORE", settings, parseKeystore);
  const password = read("RELAYER_KEYSTORE_PASSWORD_FILE", settings, parsePassword);
  try {
    return await openKeystore({ keystore, password });
  } catch (error) {
    throw toProblem("RELAYER_KEYSTORE", error);
  }
}

type FileSetting = "RELAYER_KEYSTORE" | "RELAYER_KEYSTORE_PASSWORD_FILE";

function read<T>(name: FileSetting, settings: SigningSettings, parse: (text: string) => T): T {
  const file = readSecretFile(settings[name] ?? "");
  if ("problem" in file) throw toConfigError([{ name, problem: file.problem }]);
  try {
    return parse(file.text);
  } catch (error) {
    throw toProblem(name, error);
  }
}

function toProblem(name: FileSetting, error: unknown): ConfigError {
  if (!(error instanceof KeystoreError)) throw error;
  return toConfigError([{ name, problem: `names a file that ${error.message}` }]);
}
