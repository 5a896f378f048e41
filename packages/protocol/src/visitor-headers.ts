/** By these the dashboard's server asks the query API for one of its visitors, whose limit of requests then counts. */
export const VISITOR_HEADER = "X-Registry-Visitor";
/** Tells the query API that the visitor's address is named by the dashboard, and not by the visitor. */
export const DASHBOARD_SECRET_HEADER = "X-Registry-Dashboard-Secret";
export const MIN_DASHBOARD_SECRET_LENGTH = 32;
