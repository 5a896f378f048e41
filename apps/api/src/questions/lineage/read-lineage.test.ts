import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { it } from "node:test";
import { openDatabase } from "@agent-registry/service";
import { sql } from "kysely";
import { migrations } from "../../index/migrations.ts";
import type { IndexSchema } from "../../index/schema.ts";
import { toStoredText } from "../../index/stored-values.ts";
import { readLineage } from "./read-lineage.ts";

it("reads a family as wide as families are shown, three generations of it", async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), "agent-registry-lineage-"));
  const database = await openDatabase<IndexSchema>({ dataDir, fileName: "index.sqlite", migrations });
  const agents = 1 + 50 + 50 ** 2 + 50 ** 3;
  await sql`
    with recursive number(n) as (select 1 union all select n + 1 from number where n < ${agents})
    insert into agents select n, '', '', printf('0x%040x', n), '', '', '', null,
      case n when 1 then 0 else (n - 2) / 50 + 1 end, case n when 1 then 0 else (n - 2) % 50 end,
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, null, null, null, 0, 0, 0,
      case when n <= 1 + 50 + 50 * 50 then 50 else 0 end, 0, 0
    from number`.execute(database.db);
  const all = { agentId: 1, maxLevels: 15, maxChildren: 50, maxNodes: 200_000 };
  const rows = await readLineage(database.db, all);
  assert.equal(rows?.length, agents);
  assert.equal(new Set(rows?.map(({ agentId }) => agentId)).size, agents);

  // The first of the tree, level by level: ids are given so here.
  for (const maxNodes of [1, 51, 5_000]) {
    const first = await readLineage(database.db, { ...all, maxNodes });
    assert.deepEqual(
      first?.map(({ agentId }) => agentId),
      Array.from({ length: maxNodes }, (_, index) => index + 1),
    );
  }

  // Stored with two characters for each of these; a cut never falls between the two.
  await sql`update agents set operational_scope = ${toStoredText("\0\u001b".repeat(9))} where agent_id = 1`.execute(
    database.db,
  );
  const bounds = { ...all, maxLevels: 1 };
  for (const [maxScopeLength, scope] of [
    [5, "\0\u001b\0\u001b…"],
    [4, "\0\u001b\0…"],
    [18, "\0\u001b".repeat(9)],
  ] as const) {
    const [root] = (await readLineage(database.db, { ...bounds, maxScopeLength })) ?? [];
    assert.equal(root?.scope, scope);
  }
  await database.close();
  await rm(dataDir, { recursive: true });
});
