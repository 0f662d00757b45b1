import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Draft } from '#local/forms/drafts.ts'
import { createApp } from '#server/app.ts'
import { submissions } from '#server/features/forms/form.table.ts'
import { schools } from '#server/features/school/school.table.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { businessDay, type Day, dayAfter, dayMs, hourMs, toInstant } from '#shared/kernel/time.ts'
import { type PushReply, pushOps } from '#shared/sync/sync.contract.ts'
import { quickProof } from '#tests/support/checks/proofs.ts'
import { openFaultyNetwork } from '#tests/support/devices/faulty-network.ts'
import { openTestWorld } from '#tests/support/devices/test-surroundings.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, makeTablet, type TestSchool } from '#tests/support/factories.ts'
import { openFormBrowser } from '#tests/support/forms/form-browser.ts'
import { publish, testAnswers, testForm } from '#tests/support/forms/test-form.ts'
import { makeVisitor, TestVisitor } from '#tests/support/forms/visitor-kit.ts'
import { type Box, openBox } from '#tests/support/server.ts'

const timeZone = 'Asia/Qatar'

/** Sets the school's admission periods, as days from today on. */
async function setPeriods(box: Box, { schoolId }: TestSchool, nowMs: number, periods: [from: number, to: number][]) {
  const day = (shift: number): Day => dayAfter(businessDay(nowMs, timeZone, 0), shift)
  const label = { en: 'Period', ar: 'فترة' }
  const dates = periods.map(([from, to]) => ({ startsOn: day(from), endsOn: day(to), label }))
  const [row] = await box.db.owner.select().from(schools).where(eq(schools.schoolId, schoolId))
  if (!row) throw new Error('no school')
  const profile = { ...row.profile, dates }
  await box.db.owner.update(schools).set({ profile }).where(eq(schools.schoolId, schoolId))
}

const publishApplication = (box: Box, school: TestSchool) =>
  publish(box, school, { ...testForm(), purpose: 'admission' }, 'admission')

describe.each(engines)('an application outside of the admission periods on %s', (engine) => {
  let box: Box
  let school: TestSchool
  let visitor: TestVisitor

  beforeAll(async () => {
    box = await openBox(engine)
    school = await makeSchool(box, 'alnoor')
    await publishApplication(box, school)
    await publish(box, school)
  })
  beforeEach(async () => {
    visitor = await makeVisitor(box, school, 3)
  })
  afterAll(() => box.close())

  const periods = (...of: [number, number][]) => setPeriods(box, school, box.clock.nowMs(), of)
  const instant = (agoMs: number) => toInstant(box.clock.nowMs() - agoMs)
  /** Sends one form that was begun and saved so long ago. */
  const send = async (
    kind: 'admission' | 'enquiry',
    { begunMs, savedMs = 0 }: { begunMs: number; savedMs?: number },
  ) => {
    const body = { form: kind, answers: testAnswers, startedAt: instant(begunMs) }
    const op = visitor.op(`${kind}.submit`, body, visitor.newId(), instant(savedMs))
    const results: PushReply['results'] = pushOps.reply.parse((await visitor.push([op])).body).results
    const again = pushOps.reply.parse((await visitor.push([op])).body).results
    const [row] = await box.db.owner.select().from(submissions).where(eq(submissions.id, op.opId))
    const [verdict] = results
    return { outcome: verdict?.outcome, messageId: verdict?.messageId, again: again[0]?.messageId, flags: row?.flags }
  }
  const refused = { outcome: 'invalid', messageId: 'form.closed', again: 'form.closed', flags: undefined }

  it('is refused with the reason, once and whenever it is sent again, after the last period and before the next', async () => {
    await periods([-30, -3])
    expect(await send('admission', { begunMs: hourMs })).toEqual(refused)
    await periods([-30, -20], [10, 20])
    expect(await send('admission', { begunMs: hourMs })).toEqual(refused)
    expect((await send('enquiry', { begunMs: hourMs })).outcome).toBe('applied')
  })

  it('is received where a period is open or the school has none', async () => {
    for (const of of [[[0, 0]], []] as [number, number][][]) {
      await periods(...of)
      expect(await send('admission', { begunMs: hourMs })).toMatchObject({ outcome: 'applied', flags: [] })
    }
  })

  it('is received with a note where it was saved before closing, or begun then and saved within a day', async () => {
    await periods([-30, -1])
    const noted = { outcome: 'applied', flags: ['after-closing'] }
    expect(await send('admission', { begunMs: 3 * dayMs, savedMs: 2 * dayMs })).toMatchObject(noted)
    expect(await send('admission', { begunMs: dayMs })).toMatchObject(noted)
    await periods([-30, -5])
    expect(await send('admission', { begunMs: 6 * dayMs })).toEqual(refused)
  })
})

describe('an application that was refused because the school is closed', () => {
  let box: Box
  let school: TestSchool
  beforeAll(async () => {
    box = await openBox('pglite')
    school = await makeSchool(box, 'alnoor')
    await publishApplication(box, school)
  })
  afterAll(() => box.close())

  it('is a draft again with its files on the family’s own device, and goes once the school is open', async () => {
    const world = openTestWorld(71)
    const app = createApp({ ...box.deps, clock: world.time })
    const network = openFaultyNetwork(async (request) => app.request(request), world.time)
    const prove = () => quickProof(box, school, world.time.nowMs())
    const { forms, sending, handedIn } = await openFormBrowser('alnoor', world, network.wire, prove).openPage()
    const file = new TestVisitor(box, school, await makeTablet()).file('jpeg', 500)
    const answers: Draft['answers'] = { ...testAnswers, papers: [file.answer] }
    const startedAt = toInstant(world.time.nowMs())
    const draft: Draft = {
      id: uuidv7(world.time.nowMs(), world.random),
      slug: 'admission',
      version: 1,
      startedAt,
      answers,
    }
    const asked = {
      purpose: 'admission',
      language: 'en',
      channel: 'public',
      trap: '',
      fileCount: 1,
      actorId: null,
    } as const
    const stateOf = async (id: string) => (await handedIn()).find((row) => row.id === id)
    await forms.drafts.keepFile(draft.id, file.answer.fileId, Uint8Array.from(file.content))
    await setPeriods(box, school, world.time.nowMs(), [[-30, -5]])
    await forms.handIn({ draft, ...asked })
    await world.time.until(async () => (await stateOf(draft.id))?.state === 'attention')
    expect(await stateOf(draft.id)).toMatchObject({ problem: 'form.closed', reference: null })
    const back = await forms.drafts.latest('admission')
    expect(back).toMatchObject({ slug: 'admission', answers, startedAt })
    if (!back) throw new Error('no draft')
    expect(back.id).not.toBe(draft.id)
    await setPeriods(box, school, world.time.nowMs(), [[-1, 5]])
    await forms.handIn({ draft: back, ...asked })
    sending.sendNow()
    await world.time.until(async () => (await stateOf(back.id))?.state === 'complete')
    // Those of the form that the school has, until a copy of the server holds them.
    expect((await forms.db.files.toArray()).map(({ draftId }) => draftId)).toEqual([back.id])
    expect(await box.db.owner.select().from(submissions)).toMatchObject([{ id: back.id, flags: [] }])
  })
})
