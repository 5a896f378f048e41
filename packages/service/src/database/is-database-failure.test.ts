import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { describe, it } from "node:test";
import { isDatabaseFailure } from "./database.ts";

const withCode = (message: string, code: string) => Object.assign(new Error(message), { code });

function failOnSqlite(sql: string): unknown {
  const database = new DatabaseSync(":memory:");
  database.exec("create table note (id integer primary key)");
  try {
    database.exec(sql);
  } catch (error) {
    return error;
  } finally {
    database.close();
  }
}

describe("isDatabaseFailure", () => {
  const failures = {
    "a server that is out of reach": withCode("connect ECONNREFUSED 127.0.0.1:5432", "ECONNREFUSED"),
    "a server that is being stopped": withCode("terminating connection", "57P01"),
    "a query that took too long": withCode("canceling statement due to statement timeout", "57014"),
    "a query in the way of a replica": withCode("canceling statement due to conflict with recovery", "40001"),
    "a lock that was not to be had": withCode("canceling statement due to lock timeout", "55P03"),
    "a password that no longer holds": withCode("password authentication failed", "28P01"),
    "a database that is no longer there": withCode("database does not exist", "3D000"),
    "a connection that broke": new Error("Connection terminated unexpectedly"),
    "a pool without a free connection": new Error("timeout exceeded when trying to connect"),
    "a SQLite file that may not be written": failOnSqlite(
      "pragma query_only = on; insert into note values (1)",
    ),
  };
  for (const [name, error] of Object.entries(failures)) {
    it(`is ${name}`, () => assert.equal(isDatabaseFailure(error), true));
  }

  const others = {
    "a query that is wrong": withCode("column does not exist", "42703"),
    "a row that is there twice": withCode("duplicate key", "23505"),
    "a SQLite query that is wrong": failOnSqlite("select nothing from note"),
    "a mistake in the program": new TypeError("undefined is not a function"),
    "something thrown that is no error": "timeout",
  };
  for (const [name, error] of Object.entries(others)) {
    it(`is not ${name}`, () => assert.equal(isDatabaseFailure(error), false));
  }
});
