import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fileChunks, submissionFiles, submissions } from '#server/features/forms/form.table.ts'
import { mails } from '#server/features/mail/mail.table.ts'
import { readForm } from '#shared/forms/form.contract.ts'
import { formatReference, parseReference } from '#shared/kernel/text/reference-number.rules.ts'
import { type PushReply, pushOps } from '#shared/sync/sync.contract.ts'
import { engines } from '#tests/support/database.ts'
import { makeDevice, makeSchool, makeTill, type TestSchool } from '#tests/support/factories.ts'
import { publish, testAnswers, testForm } from '#tests/support/forms/test-form.ts'
import { makeVisitor, TestVisitor } from '#tests/support/forms/visitor-kit.ts'
import { type Box, call, openBox, type Reply } from '#tests/support/server.ts'

const verdicts = ({ body }: Reply): PushReply['results'] => pushOps.reply.parse(body).results
const outcomes = (reply: Reply) => verdicts(reply).map(({ outcome }) => outcome)

describe.each(engines)('handing in a form on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  let manara: TestSchool
  let visitor: TestVisitor

  const stored = async () => {
    const rows = await box.db.owner.select().from(submissions)
    return rows.filter(({ senderId }) => senderId === visitor.keys.deviceId)
  }
  const enquiry = (answers: object, more: object = {}) =>
    visitor.op('enquiry.submit', { form: 'enquiry', answers: { ...answers }, ...more })

  beforeAll(async () => {
    box = await openBox(engine)
    alnoor = await makeSchool(box, 'alnoor')
    manara = await makeSchool(box, 'manara')
    await publish(box, alnoor)
    await publish(box, manara)
  })
  beforeEach(async () => {
    visitor = await makeVisitor(box, alnoor, 5)
  })
  afterAll(() => box.close())

  it('gives out the published form, and no other', async () => {
    const { body } = await call(box.app, { school: 'alnoor' }, readForm, { slug: 'enquiry' })
    expect(body.form).toEqual({ slug: 'enquiry', version: expect.any(Number), definition: testForm() })
    expect(await call(box.app, { school: 'alnoor' }, readForm, { slug: 'nothing' })).toMatchObject({
      status: 404,
      body: { messageId: 'form.unknown' },
    })
  })

  it('is received once, with one reference, however often it comes', async () => {
    const op = enquiry(testAnswers)
    expect(outcomes(await visitor.push([op]))).toEqual(['applied'])
    expect(outcomes(await visitor.push([op]))).toEqual(['duplicate'])
    const [state, ...more] = await visitor.states(op.opId)
    expect(more).toEqual([])
    expect(parseReference(state?.reference ?? '')).toBe(state?.reference)
    expect(await stored()).toMatchObject([
      {
        id: op.opId,
        slug: 'enquiry',
        version: 1,
        purpose: 'enquiry',
        answers: testAnswers,
        channel: 'public',
        flags: [],
      },
    ])
  })

  it('writes to the family once, in its language, with its reference', async () => {
    const op = enquiry({ ...testAnswers, email: 'hind@example.com' }, { language: 'ar' })
    await visitor.push([op])
    await visitor.push([op])
    const [state] = await visitor.states(op.opId)
    const reference = formatReference(state?.reference ?? '')
    const sent = (await box.db.owner.select().from(mails)).filter(({ params }) => params['reference'] === reference)
    expect(sent).toMatchObject([{ recipient: 'hind@example.com', language: 'ar', template: 'form-received' }])
  })

  it('asks a visitor for a solved challenge for each form, and for none for a repeat', async () => {
    visitor = await makeVisitor(box, alnoor, 1)
    const [first, second] = [enquiry(testAnswers), enquiry(testAnswers)]
    expect((await visitor.push([first, second])).body).toMatchObject({ messageId: 'robots.proof-needed' })
    expect(await stored()).toEqual([])
    expect(outcomes(await visitor.push([first]))).toEqual(['applied'])
    expect(outcomes(await visitor.push([first]))).toEqual(['duplicate'])
    expect((await visitor.push([first, second])).status).toBe(429)
    await visitor.admit()
    expect(outcomes(await visitor.push([first, second]))).toEqual(['duplicate', 'applied'])
    expect(await stored()).toHaveLength(2)
  })

  it('is paid for at the door, also when it turns out to be no form', async () => {
    visitor = await makeVisitor(box, alnoor, 1)
    expect(outcomes(await visitor.push([enquiry({})]))).toEqual(['invalid'])
    expect((await visitor.push([enquiry(testAnswers)])).body).toMatchObject({ messageId: 'robots.proof-needed' })
  })

  it('keeps what was asked and nothing else: office fields, hidden fields and unknown ones stay outside', async () => {
    const answers = { ...testAnswers, owner: 'me', plan: 'hidden', paid: true, children: [{ name: 'A', fee: '0' }] }
    expect(outcomes(await visitor.push([enquiry(answers)]))).toEqual(['applied'])
    expect((await stored())[0]?.answers).toEqual({ name: testAnswers.name, children: [{ name: 'A' }] })
  })

  it.each([
    ['nothing', {}],
    ['a name of 10,000 letters', { ...testAnswers, name: 'a'.repeat(10_000) }],
    ['a script for a name', { ...testAnswers, name: '<script>alert(1)</script>' }],
    ['a name that runs the other way', { ...testAnswers, name: 'abc\u202Egpj.exe' }],
    ['a child that is not born yet', { ...testAnswers, children: [{ name: 'A', dob: '2031-01-01' }] }],
    ['a day that is none', { ...testAnswers, children: [{ name: 'A', dob: '2029-02-30' }] }],
    ['a list for a text', { ...testAnswers, name: ['a'] }],
    ['an object for a list', { ...testAnswers, children: { name: 'A' } }],
    ['too many children', { ...testAnswers, children: Array.from({ length: 4 }, () => ({ name: 'A' })) }],
    ['an address without a place', { ...testAnswers, email: 'hind@' }],
    ['nothing for a file', { ...testAnswers, papers: [null] }],
    ['a word for a file', { ...testAnswers, papers: ['passport.pdf'] }],
    ['half a file', { ...testAnswers, papers: [{ fileId: 'a', bytes: 1, kind: 'pdf' }] }],
  ])('does not take %s for an answer, stores nothing half, and lets the next one through', async (_, answers) => {
    const [wrong, right] = [enquiry(answers), enquiry(testAnswers)]
    expect(outcomes(await visitor.push([wrong, right]))).toEqual(['invalid', 'applied'])
    expect(outcomes(await visitor.push([wrong]))).toEqual(['invalid'])
    expect((await stored()).map(({ id }) => id)).toEqual([right.opId])
  })

  it('judges by the version under which it was filled in', async () => {
    const slug = `form-${visitor.keys.deviceId.slice(-6)}`
    const [page] = testForm().pages
    if (!page) throw new Error('no page')
    await publish(box, alnoor, testForm(), slug)
    const wider = testForm()
    wider.pages[0]?.sections[0]?.parts.push({ type: 'text', key: 'new', label: { en: '', ar: '' }, required: true })
    expect(await publish(box, alnoor, wider, slug)).toBe(2)
    const ofFirst = enquiry(testAnswers, { form: slug, version: 1 })
    const ofSecond = enquiry(testAnswers, { form: slug, version: 2 })
    const ofNone = enquiry(testAnswers, { form: slug, version: 3 })
    expect(outcomes(await visitor.push([ofFirst, ofSecond, ofNone]))).toEqual(['applied', 'invalid', 'invalid'])
  })

  it('flags what filled in the field that nobody sees', async () => {
    await visitor.push([enquiry(testAnswers, { trap: 'http://buy.example' })])
    expect((await stored())[0]?.flags).toEqual(['robot'])
  })

  it('takes nothing that moves money from a visitor, and nothing under another name', async () => {
    const op = visitor.op('pos.sale', { form: 'enquiry', answers: {} })
    expect(outcomes(await visitor.push([op]))).toEqual(['forbidden'])
    const other = await makeVisitor(box, alnoor)
    const stolen = new TestVisitor(box, alnoor, visitor.keys, `form/${other.keys.deviceId}`)
    const asOther = stolen.op('enquiry.submit', { form: 'enquiry', answers: testAnswers })
    expect(outcomes(await stolen.push([asOther]))).toEqual(['forbidden'])
    const asTill = new TestVisitor(box, alnoor, visitor.keys, `till/${visitor.keys.deviceId}`)
    expect(outcomes(await asTill.push([asTill.op('pos.sale', {})]))).toEqual(['forbidden'])
  })

  it('knows a visitor by its key alone: nobody else looks up its forms, nor in another school', async () => {
    const op = enquiry(testAnswers)
    await visitor.push([op])
    const stranger = await makeVisitor(box, alnoor)
    expect(await stranger.states(op.opId)).toEqual([])
    const elsewhere = new TestVisitor(box, manara, visitor.keys)
    expect((await elsewhere.push([])).body).toMatchObject({ messageId: 'device.unknown' })
    const thief = new TestVisitor(box, alnoor, { ...stranger.keys, deviceId: visitor.keys.deviceId })
    expect((await thief.admit()).body).toMatchObject({ messageId: 'device.bad-signature' })
    expect((await thief.push([])).body).toMatchObject({ messageId: 'device.bad-signature' })
  })

  it('takes forms from a paired kiosk without a challenge', async () => {
    const kiosk = await makeDevice(box, alnoor, await makeTill(box, alnoor))
    visitor = new TestVisitor(box, alnoor, kiosk, `kiosk/${kiosk.deviceId}`)
    expect(outcomes(await visitor.push([enquiry(testAnswers)]))).toEqual(['applied'])
    expect(await stored()).toMatchObject([{ channel: 'kiosk' }])
  })

  describe('with files', () => {
    const chunksOf = async (fileId: string) => {
      const rows = await box.db.owner.select({ fileId: fileChunks.fileId }).from(fileChunks)
      return rows.filter((row) => row.fileId === fileId).length
    }
    const stateOf = async (id: string) => {
      const rows = await box.db.owner.select().from(submissionFiles)
      return rows.find((row) => row.id === id)?.state
    }

    it('waits for them, takes their pieces in any order and more than once, and says what is missing', async () => {
      const file = visitor.file('pdf', 250_000)
      const op = enquiry({ ...testAnswers, papers: [file.answer] })
      expect(outcomes(await visitor.push([op]))).toEqual(['applied'])
      const missing = async () => (await visitor.states(op.opId))[0]?.files[0]
      expect(await missing()).toEqual({ fileId: file.answer.fileId, state: 'awaited', missing: [0, 1, 2] })
      await visitor.chunk(op.opId, file, 2)
      await visitor.chunk(op.opId, file, 2)
      expect(await missing()).toMatchObject({ missing: [0, 1] })
      await visitor.chunk(op.opId, file, 0)
      const last = await visitor.chunk(op.opId, file, 1)
      expect(last.body.file).toEqual({ fileId: file.answer.fileId, state: 'complete', missing: [] })
      expect((await visitor.chunk(op.opId, file, 1)).body.file).toMatchObject({ state: 'complete' })
      expect(await chunksOf(file.answer.fileId)).toBe(3)
    })

    it.each([
      ['another hash than announced', 'pdf', { sha256: '0'.repeat(64) }],
      ['another kind than it says', 'png', { kind: 'jpeg' }],
    ] as const)('throws away a file with %s', async (_, kind, change) => {
      const file = visitor.file(kind, 1000, change)
      const op = enquiry({ ...testAnswers, papers: [file.answer] })
      expect(outcomes(await visitor.push([op]))).toEqual(['applied'])
      expect((await visitor.chunk(op.opId, file, 0)).body.file).toMatchObject({ state: 'refused' })
      expect(await chunksOf(file.answer.fileId)).toBe(0)
    })

    it('does not expect what the form does not take: too large, too many, of a kind it did not ask for', async () => {
      const large = visitor.file('pdf', 10, { bytes: 2_097_153 })
      const many = Array.from({ length: 4 }, () => visitor.file('pdf', 10).answer)
      const wrong = visitor.file('png', 10)
      const ops = [[large.answer], many, [wrong.answer]].map((papers) => enquiry({ ...testAnswers, papers }))
      expect(outcomes(await visitor.push(ops))).toEqual(['invalid', 'invalid', 'invalid'])
      expect(await stateOf(large.answer.fileId)).toBeUndefined()
    })

    it('takes pieces from nobody else, none of a wrong length, and none for a file that is not expected', async () => {
      const file = visitor.file('jpeg', 1000)
      const op = enquiry({ ...testAnswers, papers: [file.answer] })
      await visitor.push([op])
      const stranger = await makeVisitor(box, alnoor)
      expect((await stranger.chunk(op.opId, file, 0)).status).toBe(404)
      const short = { ...file, content: file.content.subarray(0, 999) }
      expect((await visitor.chunk(op.opId, short, 0)).body).toMatchObject({ messageId: 'request.invalid' })
      expect((await visitor.chunk(op.opId, visitor.file('jpeg', 1000), 0)).status).toBe(404)
      expect(await stateOf(file.answer.fileId)).toBe('awaited')
    })

    it('finishes a file once, of many last pieces at the same time', async () => {
      const file = visitor.file('jpeg', 100_000)
      const op = enquiry({ ...testAnswers, papers: [file.answer] })
      await visitor.push([op])
      const replies = await Promise.all([0, 1, 0, 1, 0, 1].map((no) => visitor.chunk(op.opId, file, no)))
      expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
      expect(await stateOf(file.answer.fileId)).toBe('complete')
    })
  })
})
