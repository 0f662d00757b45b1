import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditEvents } from '#server/features/audit/audit.table.ts'
import { schools } from '#server/features/school/school.table.ts'
import { openPage } from '#shared/overview/start-pages.rules.ts'
import { changeStart, readStart } from '#shared/overview/start.contract.ts'
import { saveCategory, saveItem } from '#shared/pos/catalogue-edit.contract.ts'
import { engines } from '#tests/support/database.ts'
import { makeDevice, makeSchool, makeTill, type TestSchool } from '#tests/support/factories.ts'
import { setUpFees } from '#tests/support/fees/fee-set-up.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'
import { setSettings } from '../school/settings-kit.ts'

const id = '0190a5a5-0000-7000-8000-00000000b001'
const name = { en: 'Juice', ar: 'عصير' }

describe.each(engines)('the first steps of a school on %s', (engine) => {
  let box: Box
  let school: TestSchool
  let admin: Caller

  beforeAll(async () => {
    box = await openBox(engine)
    school = await makeSchool(box, 'alnoor')
    admin = await signInAs(box, school, 'maha', ['admin'])
  })
  afterAll(() => box.close())

  const stateNow = async (caller = admin) => {
    const { steps, isClosed } = readStart.reply.parse((await call(box.app, caller, readStart)).body)
    const of = (state: string) => steps.filter((each) => each.state === state).map(({ step }) => step)
    return { done: of('done'), skipped: of('skipped'), open: of('open'), isClosed }
  }
  const change = async (start: object) => (await call(box.app, admin, changeStart, { start })).status

  it('are open at first, and done by what the school has', async () => {
    expect((await setSettings(box, admin, 'admission', { dates: [] })).status).toBe(200)
    expect(await stateNow()).toEqual({
      // Its logo is there.
      done: ['look'],
      skipped: [],
      open: ['school', 'places', 'catalogue', 'admission', 'fees', 'people'],
      isClosed: false,
    })
  })

  it('are each done by what the school has, whatever was skipped before', async () => {
    expect(await change({ step: 'catalogue', isSkipped: true })).toBe(200)
    expect((await stateNow()).skipped).toEqual(['catalogue'])
    await setSettings(box, admin, 'names', { contact: { email: 'office@alnoor.example', phone: '' } })
    await makeDevice(box, school, await makeTill(box, school))
    const tax = { code: 'Z0', name: { en: 'No tax', ar: 'بلا ضريبة' }, ratePpm: 0, included: true }
    await setSettings(box, admin, 'tills', { taxCodes: [tax], cashIncrement: 25 })
    await call(box.app, admin, saveCategory, { category: { id, name, sort: 1, active: true }, seen: 0 })
    const goods = {
      price: 300,
      taxCode: 'Z0',
      barcode: null,
      modifierGroupIds: [],
      allergens: [],
      diet: [],
      kcal: null,
    }
    const item = { id, categoryId: id, name, ...goods, sort: 1, active: true }
    expect((await call(box.app, admin, saveItem, { item, seen: 0 })).status).toBe(200)
    const dates = [{ startsOn: '2030-09-01', endsOn: '2030-12-01', label: { en: 'Autumn', ar: 'الخريف' } }]
    await setSettings(box, admin, 'admission', { dates })
    const { done, skipped } = await stateNow()
    expect(done).toEqual(expect.arrayContaining(['school', 'places', 'catalogue', 'admission']))
    expect([done.includes('people'), skipped]).toEqual([false, []])
    const omar = await signInAs(box, school, 'omar', ['finance'])
    expect((await stateNow()).open).toEqual(['fees'])
    await setUpFees(box, { finance: omar, head: admin })
    expect((await stateNow()).open).toEqual([])
  })

  it('OPS-01: begin after the pages gone through, wherever somebody comes back, and say the country', async () => {
    const opened = async () => readStart.reply.parse((await call(box.app, admin, readStart)).body)
    expect((await opened()).passed).toEqual([])
    for (const passed of ['years', 'names', 'years'] as const) expect(await change({ passed })).toBe(200)
    const state = await opened()
    expect(state.passed).toEqual(['names', 'years'])
    expect(openPage({ ...state, steps: state.steps.map(({ step }) => ({ step, state: 'open' })) })).toBe('calendar')
    expect((await call(box.app, admin, changeStart, { start: { passed: 'nowhere' } })).status).toBe(400)
    const here = eq(schools.schoolId, school.schoolId)
    const [row] = await box.db.owner.select().from(schools).where(here)
    if (!row) throw new Error('no school')
    const profile = { ...row.profile, country: 'KW' }
    await box.db.owner.update(schools).set({ profile }).where(here)
    expect((await opened()).country).toBe('KW')
  })

  it('are put away and brought back, once each, and that is recorded without anything typed', async () => {
    for (const isClosed of [true, true, false]) expect(await change({ isClosed })).toBe(200)
    expect((await stateNow()).isClosed).toBe(false)
    const events = await box.db.database.tenant(school.schoolId, (tx) => tx.select().from(auditEvents))
    // All of the same moment, so in any order.
    const facts = events.flatMap((event) => (event.what === 'start-set' ? [event.facts] : []))
    expect(facts.toSorted((a, b) => Number(a['isClosed']) - Number(b['isClosed']))).toEqual([
      { parts: 'catalogue', isClosed: false },
      { parts: 'catalogue', isClosed: false },
      { parts: 'catalogue', isClosed: true },
    ])
  })

  it('are nobody’s but an administrator’s, and a demo school has none to take', async () => {
    const head = await signInAs(box, school, 'helen', ['head', 'registrar', 'supervisor', 'it'])
    for (const to of [readStart, changeStart])
      expect((await call(box.app, head, to, { start: { isClosed: true } })).body.messageId).toBe('access.denied')
    const here = eq(schools.schoolId, school.schoolId)
    const [row] = await box.db.owner.select().from(schools).where(here)
    if (!row) throw new Error('no school')
    await box.db.owner
      .update(schools)
      .set({ profile: { ...row.profile, isDemo: true } })
      .where(here)
    expect((await stateNow()).isClosed).toBe(true)
  })
})
