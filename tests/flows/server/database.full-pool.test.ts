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
  const engine = await openPostgres(await createPostgresDatabase(postgresTemplate), () => {}, { max: 2, waitMs: 50 })
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
