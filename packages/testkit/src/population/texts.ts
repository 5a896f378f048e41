/** The texts that agents and regulators of a believable register file. */

export const SCOPES = [
  "Translation of court records, German and English",
  "Price monitoring for spare parts",
  "Web research for newsrooms",
  "Customer chat for an energy supplier",
  "Route planning for bicycle couriers",
  "Invoice matching for a food wholesaler",
  "Summaries of municipal council minutes",
  "Procurement of cloud compute, up to 500 EUR a day",
  "Booking of meeting rooms and catering",
  "Stock photography search and licensing",
  "Plausibility checks of insurance claims",
  "Weather-based scheduling for roofers",
  "Reordering of pharmacy supplies",
  "Transcription of archive recordings",
  "Market data collection, agricultural futures",
  "Drafting of tender documents",
  "Moderation of a public forum",
  "Energy trading for a housing cooperative, day-ahead market only",
  "Maintenance planning for lifts",
  "Literature search for clinical studies",
  "Domain and certificate renewals",
  "Travel bookings within a fixed budget",
  "Quality checks of satellite images",
  "Accounting entries for small associations",
  "Code review for an open-source library",
  "Parcel tracking and complaints",
  "Comparison of freight offers",
  "Subtitles for public broadcasters",
  "Leak detection in water meter readings",
  "Library acquisitions, second-hand market",
] as const;

export const CURRENCIES = ["USDC", "USDC", "USDC", "EUR", "EUR", "ETH"] as const;

export const CATEGORIES = [
  "compute_services",
  "service_fees",
  "data_sales",
  "consulting",
  "research",
  "data_collection",
] as const;

export const SUSPENSION_REASONS = [
  "Complaint under review: offers sent without a human in the loop",
  "No answer from the Haftungsperson for 14 days",
  "Revenue reports do not match payments on chain",
  "Operated outside its declared scope",
  "Constitution changed without a word to the operator's customers",
  "Orders placed for a customer who had ended its contract",
  "Price agreements with other agents are being looked into",
  "Kept ordering after its budget was used up",
  "Personal data found in published search results",
  "Wallet seen in transfers to a sanctioned address; statement requested",
  "Two complaints of duplicate invoices within a week",
] as const;

export const REVOCATION_REASONS = [
  "Impersonated a public authority",
  "Repeated operation outside its declared scope after suspension",
  "Haftungsperson withdrew and named no successor",
  "No statement within the period set with the suspension",
  "Registered with forged consent of the operator",
] as const;

/** Why a regulator stops an agent before it releases the wallet. */
export const DISPUTE_REASONS = [
  "The wallet's owner says that it never heard of this entry",
  "Entered in the name of a wallet whose owner runs no agent",
  "The wallet's owner disputes the entry; the creator does not answer",
] as const;
