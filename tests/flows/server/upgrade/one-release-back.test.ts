import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { migrate } from '#server/db/migrate.ts'
import type { Migration } from '#server/db/migration.ts'
import { NewerDatabaseError } from '#server/db/migration-errors.ts'
import { syncOps } from '#server/features/sync/ingest/sync.table.ts'
import { readMigrations } from '#server/node/migrations.ts'
import { engines } from '#tests/support/database.ts'
import { hand, openCanteen, pairDevice } from '#tests/support/pos/canteen.ts'
import { TillOps } from '#tests/support/pos/till-ops.ts'
import { openBox } from '#tests/support/server.ts'

const breakpoint = '--> statement-breakpoint\n'
const all = readMigrations()
/** What the next release adds: a column of what is sold, a table, and rows that it fills. */
const widen: Migration = {
  name: '9000_widen.sql',
  sql: `-- expand: a note of each sale\nalter table sales add column note text${breakpoint}
create table sale_notes (school_id uuid not null, id uuid not null, primary key (school_id, id))`,
}
const fill: Migration = {
  name: '9001_fill.sql',
  sql: `-- background: fills the notes
update sales set note = 'x' where (school_id, id) in (select school_id, id from sales where note is null limit 40) returning 1`,
}
const tighten: Migration = {
  name: '9002_tighten.sql',
  sql: `-- contract: each sale has a note\nalter table sales alter column note set not null`,
}

describe.each(engines)('tills and the next release, on %s', { timeout: 120_000 }, (engine) => {
  const open = async () => {
    const box = await openBox(engine)
    const till = new TillOps(await pairDevice(await openCanteen(box, 'alnoor')))
    const sell = async (...ops: unknown[]) => (await hand(till.device, till.batch(ops))).results.map((r) => r.outcome)
    const received = () => box.db.owner.$count(syncOps, eq(syncOps.deviceId, till.device.tablet.deviceId))
    expect(await sell(till.openShift(), till.sale())).toEqual(['applied', 'applied'])
    return { box, till, sell, received }
  }

  it('OPS-29: sell while the schema is widened and rows are filled: no sale fails', async () => {
    const { box, till, sell, received } = await open()
    const outcomes: string[] = []
    // So many beside each migration: a fill goes on until it finds no row, and would never be done with an endless stream of sales.
    const sellTwenty = async () => {
      for (let sold = 0; sold < 20; sold += 1) outcomes.push(...(await sell(till.sale())))
    }
    const columns = Array.from({ length: 10 }, (_, no): Migration[] => [
      { name: `901${no}_a.sql`, sql: `-- expand: a column\nalter table sales add column note_${no} text` },
      { name: `901${no}_b.sql`, sql: fill.sql.replaceAll('note', `note_${no}`) },
    ])
    for (const [no] of columns.entries()) {
      await Promise.all([migrate(box.db.owner, [...all, ...columns.slice(0, no + 1).flat()]), sellTwenty()])
    }
    expect(outcomes.filter((outcome) => outcome !== 'applied')).toEqual([])
    expect(await received()).toBe(outcomes.length + 2)
    await box.close()
  })

  it('OPS-30: sell on a server that goes up and back one release on the expanded schema', async () => {
    const { box, till, sell, received } = await open()
    const next = [...all, widen, fill]
    expect(await migrate(box.db.owner, next)).toEqual([widen.name, fill.name])
    // A process of this release still runs beside the next one.
    expect(await sell(till.sale())).toEqual(['applied'])
    // Taken back: this release starts over what the next one has added.
    expect(await migrate(box.db.owner, all)).toEqual([])
    expect(await sell(till.sale(), till.sale())).toEqual(['applied', 'applied'])
    expect(await migrate(box.db.owner, next)).toEqual([])
    expect(await sell(till.closeShift())).toEqual(['applied'])
    expect(await received()).toBe(6)

    // Once it has tightened the schema, there is no way back.
    await box.db.owner.execute(sql`update sales set note = 'x'`)
    expect(await migrate(box.db.owner, [...next, tighten])).toEqual([tighten.name])
    await expect(migrate(box.db.owner, all)).rejects.toThrow(NewerDatabaseError)
    await box.close()
  })
})
