import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SchoolDirectory } from '#server/features/school/directory.service.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool } from '#tests/support/factories.ts'
import { type Box, openBox } from '#tests/support/server.ts'

describe.each(engines)('the directory of schools on %s', (engine) => {
  let box: Box
  beforeAll(async () => {
    box = await openBox(engine)
    await makeSchool(box, 'alnoor')
  })
  afterAll(() => box.close())

  it('keeps a school that it knows, however many unknown hosts are asked for', async () => {
    const directory = new SchoolDirectory(box.deps.db, box.clock)
    const known = await directory.byCode('alnoor')
    expect(known?.currency).toBe('QAR')
    await box.db.owner.execute(sql`update schools set currency = 'KWD' where code = 'alnoor'`)
    for (let no = 0; no < 600; no += 1) expect(await directory.byDomain(`h${no}.example`)).toBeUndefined()
    expect((await directory.byCode('alnoor'))?.currency).toBe('QAR')
    directory.forget('alnoor')
    expect((await directory.byCode('alnoor'))?.currency).toBe('KWD')
  })

  it('finds a school two seconds after it was none', async () => {
    const directory = new SchoolDirectory(box.deps.db, box.clock)
    expect(await directory.byCode('pearl')).toBeUndefined()
    await makeSchool(box, 'pearl')
    box.clock.advance(2_000)
    expect((await directory.byCode('pearl'))?.code).toBe('pearl')
  })
})
