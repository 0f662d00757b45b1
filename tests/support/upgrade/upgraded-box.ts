import { sql } from 'drizzle-orm'
import { migrate } from '#server/db/migrate.ts'
import type { Db } from '#server/kernel/db.ts'
import { readMigrations } from '#server/node/migrations.ts'
import { SignedIn } from '#shared/identity/auth.contract.ts'
import { login } from '#shared/identity/sign-in.contract.ts'
import { databaseOfEngine, type Engine } from '#tests/support/database.ts'
import { password } from '#tests/support/factories.ts'
import { type Box, boxOver, type Caller, call } from '#tests/support/server.ts'
import { facts, recordedDatabase } from './recording.ts'

/** Puts the recorded database into an empty one: its statements in their order, then the rows, as they were read out. */
export async function restoreDatabase(db: Db): Promise<void> {
  const { schema, tables } = recordedDatabase()
  for (const statement of schema) await db.execute(sql.raw(statement))
  await db.transaction(async (tx) => {
    // Rows in the order of the alphabet: what they refer to may come after them. Triggers have run when they were made.
    await tx.execute(sql`set local session_replication_role = replica`)
    for (const [name, rows] of tables) {
      const table = sql.identifier(name)
      await tx.execute(sql`delete from ${table}`)
      await tx.execute(sql`insert into ${table} select * from json_populate_recordset(null::${table}, ${rows}::json)`)
    }
  })
}

export interface UpgradedBox extends Box {
  /** Names of the migrations that ran. */
  ran: readonly string[]
}

/** The server of today over the recorded database, some minutes after it was recorded. */
export async function openUpgradedBox(engine: Engine): Promise<UpgradedBox> {
  const db = await databaseOfEngine(engine)
  await restoreDatabase(db.owner)
  const ran = await migrate(db.owner, readMigrations())
  const box = boxOver(db)
  box.clock.advance(facts.recordedAtMs - box.clock.nowMs() + 5 * 60_000)
  return { ...box, ran }
}

/** Signs in somebody of the recorded demo school, or of `west`, whose people have the password of all tests. */
export async function signInRecorded(box: Box, userName: string, school = facts.school): Promise<Caller> {
  const known = school === facts.school ? (facts.people[userName] ?? '') : password
  const { status, body } = await call(box.app, { school }, login, { userName, password: known })
  if (status !== 200) throw new Error(`${userName} of ${school} cannot sign in: ${JSON.stringify(body)}`)
  return { school, token: SignedIn.parse(body).token }
}
