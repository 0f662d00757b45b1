import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, it, vi } from 'vitest'
import type { Db } from '#server/kernel/db.ts'
import { DeletedRows } from '#server/kernel/maintenance/deleted-rows.ts'
import { openDatabase } from '#server/node/open-database.ts'
import { openEmbedded } from '#server/node/open-embedded.ts'
import { filesHolding } from '#tests/support/checks/find-bytes.ts'
import { createTestDatabase, engines } from '#tests/support/database.ts'
import { readyFolder, removeFolders } from '#tests/support/embedded-folder.ts'

// A folder's engine is a process's own thread, on a machine that may be busy.
vi.setConfig({ testTimeout: 60_000 })
afterAll(removeFolders)

const school = '01900000-0000-7000-8000-00000000000a'

/** A picture beside it, which goes with it. */
async function addPicture(db: Db, of: string): Promise<string> {
  const content = randomBytes(15_000).toString('base64')
  await db.execute(sql`insert into face_pictures (school_id, customer_id, content)
    select school_id, customer_id, ${content} from face_templates where content = ${of}`)
  return content
}

/** A pupil's face, as unlike anything else in the database as what is encrypted is. */
async function addFace(db: Db, bytes: number): Promise<string> {
  const content = randomBytes(bytes).toString('base64')
  await db.execute(sql`insert into face_templates (school_id, customer_id, id, pipeline, rotation_epoch, samples, content,
      is_ready, is_one_to_one, by, captured_at, enrolled_at, used_at, version)
    values (${school}, gen_random_uuid(), gen_random_uuid(), 'p', 1, 3, ${content}, true, false, '{}', now(), now(), now(), 1)`)
  return content
}

const forget = (db: Db, content: string) => db.execute(sql`delete from face_templates where content = ${content}`)

const filesWith = (folder: string, content: string) => filesHolding(folder, [content.slice(100, 300)])

describe('a face that was deleted', () => {
  it('is in no file of the embedded database any more, not in its log either', async () => {
    const folder = readyFolder()
    const engine = await openEmbedded(folder, () => {})
    const rows = new DeletedRows(engine.db, { isEmbedded: true, isNight: () => false })
    await rows.round()
    // One portrait, which stands in its row, and five pictures, which do not fit into one.
    const gone = [await addFace(engine.db, 540), await addFace(engine.db, 2600)]
    const kept = await addFace(engine.db, 540)
    const picture = await addPicture(engine.db, gone[0] ?? '')
    await engine.db.execute(sql`analyze`)
    await engine.db.execute(sql`checkpoint`)
    expect(filesWith(folder, picture)).not.toEqual([])
    for (const content of gone) {
      expect(filesWith(folder, content).some((path) => path.includes('/base/'))).toBe(true)
      expect(filesWith(folder, content).some((path) => path.includes('/pg_wal/'))).toBe(true)
      await forget(engine.db, content)
    }
    await engine.db.execute(sql`vacuum`)
    await rows.round()
    await engine.close()
    expect([...gone, picture].flatMap((content) => filesWith(folder, content))).toEqual([])
    expect(filesWith(folder, kept).some((path) => path.includes('/base/'))).toBe(true)
  })

  it('is gone as well when the server is stopped before its next round', async () => {
    const folder = readyFolder()
    const engine = await openEmbedded(folder, () => {})
    const gone = await addFace(engine.db, 540)
    await forget(engine.db, gone)
    await engine.close()
    expect(filesWith(folder, gone)).not.toEqual([])
    const warnings: Error[] = []
    const database = await openDatabase({ dataDir: folder, onWarning: (error) => warnings.push(error) })
    await database.close()
    expect(filesWith(folder, gone)).toEqual([])
    expect(warnings).toEqual([])
  })

  it.each(engines)('is followed by rewriting its table, once, as is one that was replaced, on %s', async (engine) => {
    const { owner, close } = await createTestDatabase(engine)
    const rows = new DeletedRows(owner, { isEmbedded: engine === 'pglite', isNight: () => false })
    const node = async () =>
      (
        await owner.execute<{ node: number }>(
          sql`select relfilenode::int as node from pg_class where relname = 'face_templates'`,
        )
      ).rows[0]?.node
    await rows.round()
    const [before, content] = [await node(), await addFace(owner, 540)]
    await owner.execute(sql`update face_templates set used_at = now()`)
    await rows.round()
    expect(await node()).toBe(before)
    const expectAnew = async (than: number | undefined) => {
      await expect.poll(async () => (await rows.round(), await node()), { timeout: 15_000 }).not.toBe(than)
      const after = await node()
      await rows.round()
      expect(await node()).toBe(after)
      return after
    }
    await owner.execute(sql`update face_templates set version = version + 1`)
    const after = await expectAnew(before)
    await forget(owner, content)
    await expectAnew(after)
    await close()
  })

  it('stays in a large table of a PostgreSQL server until the night, since rewriting it locks it for every school', async () => {
    const { owner, close } = await createTestDatabase('postgres')
    let isNight = true
    const rows = new DeletedRows(owner, { isEmbedded: false, isNight: () => isNight, smallBytes: 0 })
    await rows.round()
    isNight = false
    const node = async () =>
      (await owner.execute(sql`select relfilenode from pg_class where relname = 'face_templates'`)).rows
    const before = await node()
    await forget(owner, await addFace(owner, 540))
    const isCounted = async () =>
      (
        await owner.execute<{ dead: number }>(
          sql`select n_tup_del::int as dead from pg_stat_user_tables where relname = 'face_templates'`,
        )
      ).rows[0]?.dead
    await expect.poll(isCounted, { timeout: 15_000 }).toBe(1)
    await rows.round()
    expect(await node()).toEqual(before)
    isNight = true
    await rows.round()
    expect(await node()).not.toEqual(before)
    await close()
  })

  it('stays while somebody reads its table, so that nobody waits behind a rewrite that waits', async () => {
    const { owner, close } = await createTestDatabase('postgres')
    const rows = new DeletedRows(owner, { isEmbedded: false, isNight: () => false })
    const node = async () =>
      (await owner.execute(sql`select relfilenode from pg_class where relname = 'face_templates'`)).rows
    const before = await node()
    await owner.transaction(async (reading) => {
      await reading.execute(sql`select from face_templates`)
      await rows.round()
      expect(await node()).toEqual(before)
    })
    await rows.round()
    expect(await node()).not.toEqual(before)
    await close()
  })
})
