/**
 * Takes the scopes of newly added agents, by the first and the last of their ids, into SQLite's full-text table. One
 * statement for many agents: the table writes out what it has in memory after each, so that a trigger for every agent
 * takes five times as long.
 */
export const FEED_SEARCH_TABLE = `insert or replace into agent_search (rowid, scope)
  select agent_id, lower(operational_scope) from agents where agent_id between ? and ?`;
