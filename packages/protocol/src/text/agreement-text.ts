/** Whether those whom a record names stand by it, or stood by it at a moment of the past. */
export const AGREEMENT_TEXTS = {
  agreed: {
    present: "Wallet and Haftungsperson have agreed.",
    past: "Wallet and Haftungsperson had agreed.",
  },
  refused: {
    present: "The Haftungsperson refused to answer for this agent.",
    past: "The Haftungsperson had refused to answer for this agent.",
  },
  released: {
    present: "The wallet was released from this entry.",
    past: "The wallet had been released from this entry.",
  },
  "self-liable": {
    present: "Wallet and Haftungsperson are one key: nobody else answers for this agent.",
    past: "Wallet and Haftungsperson were one key: nobody else answered for this agent.",
  },
  "wallet-missing": {
    present: "The wallet has not agreed to this entry.",
    past: "The wallet had not agreed to this entry.",
  },
  "haftungsperson-missing": {
    present: "The Haftungsperson has not agreed to answer for this agent.",
    past: "The Haftungsperson had not agreed to answer for this agent.",
  },
  "both-missing": {
    present: "Neither the wallet nor the Haftungsperson has agreed to this entry.",
    past: "Neither the wallet nor the Haftungsperson had agreed to this entry.",
  },
} as const;
