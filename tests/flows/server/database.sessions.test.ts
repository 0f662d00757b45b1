import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isUnavailable } from '#server/http/errors.ts'
import type { Tx } from '#server/kernel/db.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'

const school = '01900000-0000-7000-8000-00000000000a'

let opened: TestDatabase

beforeAll(async () => {
  opened = await createTestDatabase('postgres')
})
afterAll(() => opened.close())

/** PostgreSQL ends the session of this transaction, as it does when it restarts. */
async function endSession(tx: Tx) {
  const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
  await opened.owner.execute(sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`)
  // What ended tells so by its own socket.
  await new Promise((resolve) => setTimeout(resolve, 100))
}

it('goes on when a session ends between two queries of a transaction, and calls it a database that is away', async () => {
  const work = opened.database.tenant(school, async (tx) => {
    await endSession(tx)
    await tx.execute(sql`select 1`)
  })
  expect(isUnavailable(await work.catch((error: unknown) => error))).toBe(true)
  await expect(opened.database.probe()).resolves.toBeUndefined()
})

it('goes on when a session ends in the middle of a query', async () => {
  const work = opened.database.tenant(school, async (tx) => {
    const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
    const asked = tx.execute(sql`select pg_sleep(60)`)
    await Promise.all([asked, opened.owner.execute(sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`)])
  })
  expect(isUnavailable(await work.catch((error: unknown) => error))).toBe(true)
  await expect(opened.database.probe()).resolves.toBeUndefined()
})
