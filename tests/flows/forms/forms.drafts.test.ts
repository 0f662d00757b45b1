import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { formDrafts } from '#server/features/forms/drafts/draft.table.ts'
import { keepDraft, openDraft } from '#shared/forms/draft.contract.ts'
import { dayMs, toInstant } from '#shared/kernel/time.ts'
import { pushOps } from '#shared/sync/sync.contract.ts'
import { mailRows, mailTo, shapeOf } from '#tests/support/account-kit.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { publish, testAnswers } from '#tests/support/forms/test-form.ts'
import { makeVisitor, type TestVisitor } from '#tests/support/forms/visitor-kit.ts'
import { type Box, call, openBox } from '#tests/support/server.ts'

describe.each(engines)('going on elsewhere on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  let visitor: TestVisitor
  let families = 0
  let email: string

  const stored = (id: string) => box.db.owner.select().from(formDrafts).where(eq(formDrafts.id, id))
  const keep = (id: string, more: object = {}, school = 'alnoor') =>
    call(box.app, { school, address: `10.1.${families}.1` }, keepDraft, {
      id,
      slug: 'enquiry',
      version: 1,
      language: 'ar',
      startedAt: toInstant(box.clock.nowMs()),
      answers: testAnswers,
      email,
      ...more,
    })
  const open = (id: string, token: string, school = 'alnoor') =>
    call(box.app, { school, address: `10.1.${families}.2` }, openDraft, { id, token })
  const linkOver = { status: 410, body: { messageId: 'form.link-over' } }

  beforeAll(async () => {
    box = await openBox(engine)
    alnoor = await makeSchool(box, 'alnoor')
    await publish(box, alnoor)
    await publish(box, await makeSchool(box, 'manara'))
  })
  beforeEach(async () => {
    families += 1
    email = `family${families}@home.example`
    visitor = await makeVisitor(box, alnoor)
  })
  afterAll(() => box.close())

  it('mails a link in the family’s language that opens what was written, and nothing of files or of others', async () => {
    const id = visitor.newId()
    const file = visitor.file('pdf', 1000).answer
    const answers = { ...testAnswers, papers: [file], owner: 'office', unknown: 1 }
    expect(await keep(id, { answers })).toMatchObject({ status: 200 })
    const mail = await mailTo(box, email)
    expect(mail).toMatchObject({ template: 'continue-form', language: 'ar' })
    expect(mail.params['path']).toBe(`/student_admission/${id}#token=${mail.token}`)
    const [row] = await stored(id)
    expect(JSON.stringify(row)).not.toContain(mail.token)
    const { body } = await open(id, mail.token)
    expect(body.draft).toMatchObject({ id, slug: 'enquiry', version: 1, language: 'ar', answers: testAnswers })
  })

  it('is changed by who has the link, and by nobody who knows its id', async () => {
    const id = visitor.newId()
    await keep(id)
    const { token } = await mailTo(box, email)
    await keep(id, { answers: { ...testAnswers, name: 'A stranger' }, email: `stranger${families}@home.example` })
    expect((await open(id, token)).body.draft).toMatchObject({ answers: testAnswers })
    const changed = { token, answers: { ...testAnswers, name: 'Hind again' } }
    expect((await keep(id, { ...changed, seen: 1 })).body).toMatchObject({ revision: 2 })
    // Who has not seen that change writes over nothing.
    const older = await keep(id, { token, seen: 1 })
    expect(older).toMatchObject({ status: 409, body: { messageId: 'form.changed-elsewhere' } })
    expect((await open(id, token)).body.draft).toMatchObject({ answers: { name: 'Hind again' } })
    expect(await stored(id)).toHaveLength(2)
    expect(await keep(id, { token: `${token.slice(1)}x` })).toMatchObject(linkOver)
    expect(await keep(visitor.newId(), { token })).toMatchObject(linkOver)
  })

  it('says the same of every link that opens nothing', async () => {
    const id = visitor.newId()
    await keep(id)
    const { token } = await mailTo(box, email)
    const replies = [
      await open(id, `${token.slice(1)}x`),
      await open(visitor.newId(), token),
      await open(id, token, 'manara'),
    ]
    box.clock.advance(30 * dayMs + 1000)
    replies.push(await open(id, token))
    for (const reply of replies) expect(reply).toMatchObject(linkOver)
    expect(new Set(replies.map((reply) => JSON.stringify(shapeOf(reply)))).size).toBe(1)
    email = `later-${email}`
    await keep(visitor.newId())
    expect(await stored(id)).toEqual([])
  })

  it('is over in the moment in which it is handed in, from whichever device', async () => {
    const id = visitor.newId()
    await keep(id)
    const { token } = await mailTo(box, email)
    const other = await makeVisitor(box, alnoor)
    const op = other.op('enquiry.submit', { form: 'enquiry', answers: testAnswers }, id)
    expect(pushOps.reply.parse((await other.push([op])).body).results).toMatchObject([{ outcome: 'applied' }])
    expect(await stored(id)).toEqual([])
    expect(await open(id, token)).toMatchObject(linkOver)
    expect(await keep(id)).toMatchObject(linkOver)
    expect(await keep(id, { token })).toMatchObject(linkOver)
  })

  it('keeps no form that the school has not, nor one that is too long, and mails nothing then', async () => {
    const before = (await mailRows(box)).length
    expect(await keep(visitor.newId(), { slug: 'nothing' })).toMatchObject({ body: { messageId: 'form.unknown' } })
    expect(await keep(visitor.newId(), { version: 9 })).toMatchObject({ body: { messageId: 'form.unknown' } })
    const answers = { name: 'ض'.repeat(40_000) }
    expect(await keep(visitor.newId(), { answers })).toMatchObject({ status: 413 })
    expect(await keep(visitor.newId(), { email: 'hind@' })).toMatchObject({ status: 400 })
    expect((await mailRows(box)).length).toBe(before)
  })

  it('fills nobody’s mailbox, and lets nobody try links without end', async () => {
    for (let i = 0; i < 6; i += 1) expect((await keep(visitor.newId())).status).toBe(200)
    expect(await keep(visitor.newId())).toMatchObject({ status: 429, body: { messageId: 'auth.too-many-mails' } })
    const { token } = await mailTo(box, email)
    for (let i = 0; i < 300; i += 1) await open(visitor.newId(), token)
    expect(await open(visitor.newId(), token)).toMatchObject({ status: 429 })
  })
})
