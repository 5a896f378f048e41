/** The tools that only read. */
export const READING = [
  "check_wallet",
  "check_wallet_at",
  "get_agent",
  "get_filings",
  "get_lineage",
  "get_person",
  "list_agents",
  "prove_wallet",
];
/** Those that a key is needed for. */
export const WRITING = [
  "accept_certificate",
  "accept_haftungsperson",
  "accept_wallet",
  "attest_all",
  "attest_compliance",
  "cancel_requests",
  "certify_person",
  "confirm_record",
  "decline_record",
  "end_certificate",
  "propose_haftungsperson",
  "propose_wallet",
  "register_agent",
  "release_wallet",
  "report_revenue",
  "set_attester",
  "terminate_agent",
  "update_record",
];
