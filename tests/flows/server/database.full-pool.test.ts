import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import { databaseOver } from '#server/kernel/db.ts'
import { openPostgres } from '#server/node/open-postgres.ts'
import { schoolDetails } from '#shared/school/school.contract.ts'
import { createPostgresDatabase } from '#tests/support/database.ts'
import { postgresTemplate } from '#tests/support/global-setup.ts'
import { call, openBox, send } from '#tests/support/server.ts'

it('a full pool answers 503 with Retry-After after the wait that is set, and the server stays ready', async () => {
  const box = await openBox('pglite')
  const engine = await openPostgres(await createPostgresDatabase(postgresTemplate), () => {}, { max: 2, waitMs: 500 })
  const app = createApp({ ...box.deps, db: databaseOver(engine.db, engine) })
  const held = [await engine.pool.connect(), await engine.pool.connect()]
  const { status, body, headers } = await call(app, { school: 'alnoor' }, schoolDetails)
  expect([status, body.messageId, headers.get('retry-after')]).toEqual([503, 'server.busy', '2'])
  expect((await send(app, {}, 'get', '/readyz')).status).toBe(200)
  for (const client of held) client.release()
  expect((await call(app, { school: 'alnoor' }, schoolDetails)).body.messageId).toBe('tenant.unknown')
  await engine.close()
  // Without the database it is not ready.
  expect((await send(app, {}, 'get', '/readyz')).status).toBe(503)
  await box.close()
})

it('a transaction that cannot even begin gives its connection back', async () => {
  const url = await createPostgresDatabase(postgresTemplate)
  const { db, pool, close } = await openPostgres(url, () => {}, { max: 1, waitMs: 2000 })
  const other = await openPostgres(url)
  const begun = () => db.transaction(async (tx) => (await tx.execute(sql`select 1 as one`)).rows)
  await expect(db.transaction(async () => 'begun', { isolationLevel: 'no such level' as never })).rejects.toThrow()
  expect(await begun()).toEqual([{ one: 1 }])
  // Its session ends at some moment around the beginning of the next transaction.
  for (let round = 0; round < 20; round += 1) {
    const ending = other.db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`)
    await begun().catch(() => undefined)
    await ending
  }
  await expect.poll(begun, { timeout: 10_000 }).toEqual([{ one: 1 }])
  expect([pool.totalCount, pool.idleCount]).toEqual([1, 1])
  await Promise.all([close(), other.close()])
})
