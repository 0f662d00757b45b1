import { sql } from 'drizzle-orm'
import type { Db } from '#server/kernel/db.ts'
import { inOrder, type TableRow, tablesQuery } from '#server/kernel/tables.ts'

let copies = 0

/**
 * Copies every row of a database aside, as a backup does.
 * @returns puts all tables back to how they were then, as a restore does; what was written since is gone
 */
export async function copyDatabase(owner: Db): Promise<() => Promise<void>> {
  copies += 1
  const schema = `copy_${copies}`
  const tables = inOrder((await owner.execute<TableRow>(sql.raw(tablesQuery))).rows)
  await owner.execute(sql.raw(`create schema ${schema}`))
  for (const { name } of tables) await owner.execute(sql.raw(`create table ${schema}.${name} as table ${name}`))
  return () =>
    owner.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`)
      await tx.execute(sql.raw(`truncate ${tables.map(({ name }) => name).join(', ')} cascade`))
      for (const { name, columns } of tables) {
        const list = columns.join(', ')
        await tx.execute(sql.raw(`insert into ${name} (${list}) select ${list} from ${schema}.${name}`))
      }
    })
}
