import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dropMyDraft, keepMyDraft, MyDraft, myDrafts, openMyDraft } from '#shared/forms/my-draft.contract.ts'
import { SignedIn } from '#shared/identity/auth.contract.ts'
import { login } from '#shared/identity/sign-in.contract.ts'
import { dayMs, toInstant } from '#shared/kernel/time.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, makeUser, password, type TestSchool } from '#tests/support/factories.ts'
import { publish, testAnswers } from '#tests/support/forms/test-form.ts'
import { makeVisitor, type TestVisitor } from '#tests/support/forms/visitor-kit.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

describe.each(engines)('forms begun under an account on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  let visitor: TestVisitor
  const callers: Record<string, Caller> = {}
  const as = (name: string): Caller => callers[name] ?? {}
  const signIn = async (school: TestSchool, userName: string, known = true) => {
    if (known) await makeUser(box, school, userName, ['family'])
    const { body } = await call(box.app, { school: school.code }, login, { userName, password })
    callers[userName] = { school: school.code, token: SignedIn.parse(body).token }
  }
  const keep = (who: string, id: string, seen: number, more: object = {}) =>
    call(box.app, as(who), keepMyDraft, {
      id,
      slug: 'enquiry',
      version: 1,
      language: 'ar',
      startedAt: toInstant(box.clock.nowMs()),
      answers: testAnswers,
      seen,
      ...more,
    })
  const open = (who: string, id: string) => call(box.app, as(who), openMyDraft, { id })
  const list = async (who: string) => MyDraft.array().parse((await call(box.app, as(who), myDrafts, {})).body.drafts)

  beforeAll(async () => {
    box = await openBox(engine)
    alnoor = await makeSchool(box, 'alnoor')
    const manara = await makeSchool(box, 'manara')
    await publish(box, alnoor)
    await publish(box, manara)
    visitor = await makeVisitor(box, alnoor)
    await signIn(alnoor, 'hind')
    await signIn(alnoor, 'saleh')
    await signIn(manara, 'maryam')
  })
  afterAll(() => box.close())

  it('are there on every device that signs in, without files, and for nobody else', async () => {
    const id = visitor.newId()
    const papers = [visitor.file('pdf', 1000).answer]
    expect((await keep('hind', id, 0, { answers: { ...testAnswers, papers, owner: 'x' } })).body).toEqual({
      revision: 1,
    })
    expect(await list('hind')).toMatchObject([{ id, slug: 'enquiry', about: 'Sara' }])
    const { body } = await open('hind', id)
    expect(body.draft).toMatchObject({ id, revision: 1, answers: testAnswers })
    expect(body.draft).not.toHaveProperty('answers.papers')
    for (const other of ['saleh', 'maryam']) {
      expect(await list(other)).toEqual([])
      expect(await open(other, id)).toMatchObject({ status: 410, body: { messageId: 'form.link-over' } })
    }
    expect((await call(box.app, { school: 'alnoor' }, openMyDraft, { id })).status).toBe(401)
    // Who writes under an id of somebody else writes a draft of their own.
    await keep('saleh', id, 0, { answers: { ...testAnswers, name: 'A stranger' } })
    expect((await open('hind', id)).body.draft).toMatchObject({ answers: testAnswers })
  })

  it('are not written over by a device that has not seen the last change', async () => {
    const id = visitor.newId()
    await keep('hind', id, 0)
    const changed = { answers: { ...testAnswers, name: 'On the computer' } }
    expect((await keep('hind', id, 1, changed)).body).toEqual({ revision: 2 })
    for (const seen of [0, 1, 3])
      expect((await keep('hind', id, seen)).body).toMatchObject({ messageId: 'form.changed-elsewhere' })
    expect((await open('hind', id)).body.draft).toMatchObject({ revision: 2, answers: { name: 'On the computer' } })
    const both = await Promise.all([keep('hind', id, 2), keep('hind', id, 2, changed)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  it('are over when they are handed in, thrown away, or thirty days old', async () => {
    const [handedIn, dropped, old] = [visitor.newId(), visitor.newId(), visitor.newId()]
    for (const id of [handedIn, dropped, old]) await keep('saleh', id, 0)
    await visitor.push([visitor.op('enquiry.submit', { form: 'enquiry', answers: testAnswers }, handedIn)])
    expect(await open('saleh', handedIn)).toMatchObject({ status: 410 })
    expect((await keep('saleh', handedIn, 0)).body).toMatchObject({ messageId: 'form.link-over' })
    await call(box.app, as('hind'), dropMyDraft, { id: dropped })
    expect(await open('saleh', dropped)).toMatchObject({ status: 200 })
    await call(box.app, as('saleh'), dropMyDraft, { id: dropped })
    expect(await open('saleh', dropped)).toMatchObject({ status: 410 })
    box.clock.advance(30 * dayMs)
    await signIn(alnoor, 'saleh', false)
    expect(await open('saleh', old)).toMatchObject({ status: 410 })
    expect(await list('saleh')).toEqual([])
    expect((await keep('saleh', old, 0)).body).toEqual({ revision: 1 })
  })

  it('are no more than a family begins', async () => {
    await signIn(alnoor, 'hind', false)
    const ids = Array.from({ length: 21 }, () => visitor.newId())
    const replies = []
    for (const id of ids) replies.push(await keep('hind', id, 0))
    expect(replies.at(-1)).toMatchObject({ status: 409, body: { messageId: 'form.too-many-drafts' } })
    expect((await list('hind')).length).toBeLessThanOrEqual(20)
    expect((await keep('hind', ids[0] ?? '', 0, { slug: 'nothing' })).body).toMatchObject({ messageId: 'form.unknown' })
  })
})
