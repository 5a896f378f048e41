// Every message that the specification or its decisions fix, once.

/** The command line as anyone can run it, without a clone of the repository. */
export const CLI_COMMAND = "npx -y @agent-registry/cli";

export const apiErrors = {
  agentNotFound: (detail: string) => `Agent not found: ${detail}`,
  notaryNotFound: (detail: string) => `Notary not found: ${detail}`,
  rateLimit: "Rate limit exceeded. Try again in 1 minute.",
  invalidWallet: (value: string) => `Invalid wallet address: ${value}`,
  invalidAddress: (value: string) => `Invalid address: ${value}`,
  rpcFailure: (detail: string) => `RPC failure: ${detail}`,
  databaseFailure: (detail: string) => `Database failure: ${detail}`,
  tooBusy: "Too many slow queries at the moment. Try again in a few seconds.",
  noProofs: "This register's RPC node gives no proofs",
  tookTooLong: "The query took too long. Try again later, or ask for less.",
  notJson: "The body must be application/json",
  malformedJson: "The body is not valid JSON",
  bodyTooLarge: (maxBytes: number) => `The body must not be larger than ${maxBytes} bytes`,
  signsNothing: "This register signs nothing",
  walletReleased: "The wallet was released from this record: it is bound to it no longer",
  notFinal: "Not final yet: the chain may still take back what the record says. Try again in two minutes.",
  noSuchList: (list: string) => `No such status list: ${list}`,
  noOldLists: "Lists of the past are not kept",
  keepsNoSnapshots: "This register keeps no snapshots",
  noSuchSnapshot: (name: string) => `No such snapshot: ${name}`,
  noSuchRange: "The snapshot has no such range of bytes",
  tooManyDownloads: "Too many snapshots are being fetched at the moment. Try again in a minute.",
  tooManyDownloadsOfClient: (most: number) =>
    `At most ${most} snapshots can be fetched at a time from one address. Try again when one of them is complete.`,
  notACursor: "Invalid after: must be `next` of an earlier answer",
  takenBack:
    "The chain has taken back filings up to here. Drop all filings after the given sequence, and go on from the given cursor.",
  whichMoment: "Give either time (ISO 8601 or whole seconds) or block (a number), and not both",
  notYet: (head: { block: number; timestamp: string }) =>
    `Not yet: the register is at block ${head.block} of ${head.timestamp}`,
} as const;

export const relayErrors = {
  missingParts: "Missing request or signature",
  invalidSignature: "Invalid signature or nonce mismatch",
  wrongTarget: "Relayer only forwards to the Registry contract",
  valueTransfer: "Value transfers not supported",
  ipRate: (limitPerHour: number) => `IP rate limit exceeded (${limitPerHour}/hour)`,
  signerRate: (limitPerHour: number) => `Signer rate limit exceeded (${limitPerHour}/hour)`,
  budgetExhausted: "Daily gas budget exhausted. Try again tomorrow.",
  balanceTooLow: "Relayer balance too low. Please try again later or use direct mode.",
  notJson: "The body must be application/json",
  originNotAllowed: "Pages of this origin may not use the relayer",
  flood: (limitPerMinute: number) => `IP flood limit exceeded (${limitPerMinute}/minute)`,
  contractReverted: (reason: string) => `Contract reverted: ${reason}`,
  /** As the reason of a revert. */
  outOfGas: (requestGas: bigint) => `out of gas, request.gas was ${requestGas}`,
} as const;

export const registryReverts = {
  onlyOwner: "Only owner",
  onlyRegulator: "Only regulator",
  onlyPendingOwner: "Only pending owner",
  notAuthorized: "Not authorized for this agent",
  agentNotFound: "Agent not found",
  agentNotActive: "Agent not active",
  parentNotFound: "Parent agent not found",
  parentNotActive: "Parent agent not active",
  maxGenerationDepth: "Max generation depth exceeded",
  walletTaken: "Wallet already registered to another agent",
  notSuspended: "Only suspended agents can be reactivated",
  unknownWallet: "No agent registered for this wallet",
  haftungspersonRequired: "Haftungsperson required",
  agentWalletRequired: "Agent wallet required",
  scopeTooLong: "Operational scope too long",
  reasonTooLong: "Reason too long",
  amountTooLarge: "Amount too large",
  invalidCurrency: "Invalid currency",
  invalidCategory: "Invalid category",
  invalidPeriod: "Invalid reporting period",
  recordChanged: "Record changed",
  walletAlreadyReleased: "Wallet already released",
  walletHasAgreed: "Wallet has agreed",
  alreadyHaftungsperson: "Already the Haftungsperson",
  onlyProposedHaftungsperson: "Only proposed Haftungsperson",
  onlyHaftungsperson: "Only Haftungsperson",
  haftungspersonNotAgreed: "Haftungsperson has not agreed",
  alreadyAgentWallet: "Already the agent wallet",
  onlyProposedWallet: "Only proposed wallet",
  onlyNotary: "Only notary",
  personRequired: "Person required",
  notAuthorizedForCertificate: "Not authorized for this certificate",
  invalidKind: "Invalid kind",
  invalidLevel: "Invalid level",
  invalidEnd: "Invalid end",
  noCertificate: "No certificate",
  certificateChanged: "Certificate changed",
  noAgentsGiven: "No agents given",
} as const;

export const forwarderReverts = {
  invalidSignature: "MinimalForwarder: invalid signature",
  invalidSignatureLength: "MinimalForwarder: invalid signature length",
  lengthMismatch: "MinimalForwarder: length mismatch",
  valueMismatch: "MinimalForwarder: value mismatch",
  insufficientGas: "MinimalForwarder: insufficient gas",
  refundFailed: "MinimalForwarder: refund failed",
} as const;
