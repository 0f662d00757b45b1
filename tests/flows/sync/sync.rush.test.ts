import { expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import { databaseOver } from '#server/kernel/db.ts'
import { openPostgres } from '#server/node/open-postgres.ts'
import { pushOps } from '#shared/sync/sync.contract.ts'
import { createPostgresDatabase } from '#tests/support/database.ts'
import { signedCall } from '#tests/support/factories.ts'
import { postgresTemplate } from '#tests/support/global-setup.ts'
import { openCanteen, pairDevice } from '#tests/support/pos/canteen.ts'
import { TillOps } from '#tests/support/pos/till-ops.ts'
import { type Box, openBox } from '#tests/support/server.ts'

const tills = 50
const sales = 99

it('fifty tills at once: no batch waits for a connection until it fails', { timeout: 120_000 }, async () => {
  const base = await openBox('pglite')
  // All of them together take longer than anybody waits for the only connection.
  const engine = await openPostgres(await createPostgresDatabase(postgresTemplate), () => {}, { max: 1, waitMs: 3000 })
  const database = databaseOver(engine.db, engine)
  const deps = { ...base.deps, db: database }
  const box: Box = { ...base, deps, app: createApp(deps), db: { ...base.db, database } }
  const canteen = await openCanteen(box, 'rush', { people: 20 })
  const batches: { till: TillOps; batch: ReturnType<TillOps['batch']> }[] = []
  for (let n = 0; n < tills; n += 1) {
    const till = new TillOps(await pairDevice(canteen))
    const ops = [till.openShift(), ...Array.from({ length: sales }, () => till.sale())]
    batches.push({ till, batch: till.batch(ops) })
  }
  const answers = await Promise.all(
    batches.map(({ till, batch }) => signedCall(box, { school: 'rush' }, till.device.tablet, pushOps, batch)),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(tills).fill(200))
  const outcomes = answers.flatMap(({ body }) => pushOps.reply.parse(body).results.map(({ outcome }) => outcome))
  expect(outcomes).toEqual(Array(tills * (sales + 1)).fill('applied'))
  await Promise.all([engine.close(), base.close()])
})
