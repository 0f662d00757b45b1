import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { issuedLetters } from '#server/features/letters/issue/letter.table.ts'
import { defaultLetters } from '#server/features/letters/templates/default-letters.service.ts'
import { ForkedTypesetter } from '#server/node/typesetter/typesetter.ts'
import { letterJobs, startLetterJob } from '#shared/admissions/letter-job.contract.ts'
import type { LetterTemplate } from '#shared/letters/letter-blocks.contract.ts'
import { findingsInLetter } from '#shared/letters/letter-finding.rules.ts'
import { type LetterKind, letterKinds } from '#shared/letters/letter-kinds.rules.ts'
import {
  discardLetterEdit,
  letterTemplates,
  letterVersions,
  publishLetterEdit,
  readLetterEdit,
  readLetterVersion,
  saveLetterEdit,
} from '#shared/letters/letter-template.contract.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { pdfText } from '#tests/support/letters/letter-pdf.ts'
import { hashOf } from '#tests/support/letters/letter-press.ts'
import { codeOf, lettersOf, pdfByLink, pdfForStaff } from '#tests/support/letters/letters-made.ts'
import {
  answerBy,
  countSeats,
  kg1,
  linkOf,
  offerTo,
  parseOfferDraft,
  signs,
  staySignedIn,
} from '#tests/support/records/offers-made.ts'
import { makeApplication } from '#tests/support/records/students-applied.ts'
import { makeStudent, makeStudents, signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

/** The ready letter with a sentence of the school's own before everything else. */
const matchingText = (name: LetterKind, en: string, ar = 'جملة من المدرسة'): LetterTemplate => {
  const words = { en: [{ text: en }], ar: [{ text: ar }] }
  return { ...defaultLetters[name], blocks: [{ kind: 'para', layout: 'side', words }, ...defaultLetters[name].blocks] }
}

it('what every school begins with has nothing to be put right', () => {
  for (const name of letterKinds) {
    const found = findingsInLetter(name, defaultLetters[name]).map(({ code }) => code)
    expect([name, found]).toEqual([name, []])
  }
})

describe.each(engines)('letters in the words of the school, on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  let registrar: Caller
  let admin: Caller
  let typesetter: ForkedTypesetter
  let submissionId: string

  beforeAll(async () => {
    box = await openBox(engine)
    typesetter = new ForkedTypesetter(box.deps.log, { size: 1 })
    box.deps.typesetter = typesetter
    alnoor = await makeSchool(box, 'alnoor')
    registrar = await signInAs(box, alnoor, 'registrar', ['registrar'])
    admin = await signInAs(box, alnoor, 'admin', ['admin'])
    submissionId = await makeApplication(box, alnoor)
    await countSeats(box, alnoor, kg1, 50)
    await staySignedIn(box)
  })
  afterAll(async () => {
    await typesetter.close()
    await box.close()
  })

  const seen = async (name: LetterKind) => {
    const { body } = await call(box.app, registrar, readLetterEdit, { letter: name })
    return readLetterEdit.reply.parse(body).edit
  }
  const save = (by: Caller, name: LetterKind, revision: number, template: unknown) =>
    call(box.app, by, saveLetterEdit, { letter: name, revision, template })
  const publish = async (name: LetterKind, template: LetterTemplate): Promise<number> => {
    const { body } = await save(registrar, name, (await seen(name)).revision, template)
    const { revision } = saveLetterEdit.reply.parse(body)
    const published = await call(box.app, registrar, publishLetterEdit, { letter: name, revision })
    return publishLetterEdit.reply.parse(published.body).version
  }
  const issued = async (count: number): Promise<string[]> => {
    const students = await makeStudents(box, alnoor, count, () => ({
      id: crypto.randomUUID(),
      status: 'waiting',
      submissionId,
    }))
    const ids = students.map(({ id }) => id)
    const asked = { kind: 'waiting-list', whom: { ids }, commandId: crypto.randomUUID() }
    const { job } = startLetterJob.reply.parse((await call(box.app, registrar, startLetterJob, asked)).body)
    const state = async () =>
      letterJobs.reply.parse((await call(box.app, registrar, letterJobs)).body).jobs.find(({ id }) => id === job.id)
        ?.state
    await expect.poll(state, { timeout: 20_000 }).toBe('done')
    return ids
  }
  const paperOf = async (studentId: string) => {
    const [letter] = await lettersOf(box, registrar, studentId)
    return (await pdfForStaff(box, registrar, studentId, letter?.id ?? '')).bytes
  }

  it('are changed in one working copy, and two who change it are told instead of writing over each other', async () => {
    const opened = await seen('rejection')
    expect(opened).toMatchObject({ revision: 0, edited: null, published: { version: 0 } })
    expect((await save(registrar, 'rejection', 0, matchingText('rejection', 'Mine'))).body).toMatchObject({
      revision: 1,
    })
    const late = await save(admin, 'rejection', 0, matchingText('rejection', 'Theirs'))
    expect(late).toMatchObject({ status: 409, body: { messageId: 'form.edit-conflict' } })
    expect(await seen('rejection')).toMatchObject({ revision: 1, edited: { by: { en: 'registrar' } } })
    const { body } = await call(box.app, admin, letterTemplates)
    const row = letterTemplates.reply.parse(body).letters.find(({ name }) => name === 'rejection')
    expect(row).toMatchObject({ version: 0, published: null, edited: { by: { en: 'registrar' } } })
    await call(box.app, registrar, discardLetterEdit, { letter: 'rejection', revision: 1 })
    expect(await seen('rejection')).toMatchObject({ revision: 2, edited: null, template: opened.template })
    const again = await call(box.app, registrar, publishLetterEdit, { letter: 'rejection', revision: 1 })
    expect(again.body['messageId']).toBe('form.edit-conflict')
  })

  it('are listed without those of another school, but with one that was worked on', async () => {
    const offers = async () => {
      const { body } = await call(box.app, registrar, letterTemplates)
      return letterTemplates.reply
        .parse(body)
        .letters.flatMap(({ name }) => (name.endsWith('offer-letter') ? name : []))
    }
    expect(await offers()).toEqual(['offer-letter', 'conditional-offer-letter'])
    const { revision } = saveLetterEdit.reply.parse(
      (await save(registrar, 'zaya-offer-letter', 0, matchingText('zaya-offer-letter', 'Mine'))).body,
    )
    expect(await offers()).toEqual(['offer-letter', 'zaya-offer-letter', 'conditional-offer-letter'])
    await call(box.app, registrar, discardLetterEdit, { letter: 'zaya-offer-letter', revision })
    expect(await offers()).toEqual(['offer-letter', 'conditional-offer-letter'])
  })

  it('are kept half done, and published only when they are whole and can be filled in', async () => {
    const wrong: LetterTemplate[] = [
      matchingText('rejection', 'No Arabic', ''),
      matchingText('rejection', 'Dear {{studnet.name}}'),
      { ...defaultLetters.rejection, title: { en: '', ar: 'ع' } },
      { ...defaultLetters.rejection, blocks: [] },
      { ...defaultLetters.rejection, blocks: [...defaultLetters['offer-letter'].blocks] },
    ]
    for (const template of wrong) {
      const { body } = await save(registrar, 'rejection', (await seen('rejection')).revision, template)
      const { revision } = saveLetterEdit.reply.parse(body)
      const refused = await call(box.app, registrar, publishLetterEdit, { letter: 'rejection', revision })
      expect(refused).toMatchObject({ status: 409, body: { messageId: 'form.not-ready' } })
      expect((await seen('rejection')).template).toEqual(template)
    }
    const { revision } = await seen('rejection')
    const unknown = { kind: 'para', layout: 'side', words: { en: [{ field: 'student.health' }], ar: [] } }
    const markup = { kind: 'html', words: '<script>' }
    const condition = { kind: 'space', size: 'small', showWhen: { eval: '1' } }
    for (const block of [unknown, markup, condition])
      expect(
        (await save(registrar, 'rejection', revision, { ...defaultLetters.rejection, blocks: [block] })).status,
      ).toBe(400)
  })

  it('are issued from then on; what was issued before gives the same bytes', async () => {
    const [early = ''] = await issued(1)
    const before = await paperOf(early)
    expect(await publish('waiting-list', matchingText('waiting-list', 'Firstwords'))).toBe(1)
    const [middle = ''] = await issued(1)
    const first = await paperOf(middle)
    expect(await pdfText(first)).toContain('Firstwords')
    expect(await publish('waiting-list', matchingText('waiting-list', 'Secondwords'))).toBe(2)
    const [late = ''] = await issued(1)
    expect(await pdfText(await paperOf(late))).toContain('Secondwords')
    expect(hashOf(await paperOf(early))).toBe(hashOf(before))
    expect(hashOf(await paperOf(middle))).toBe(hashOf(first))
    const rows = await box.db.owner.select().from(issuedLetters)
    expect([early, middle, late].map((id) => rows.find(({ studentId }) => studentId === id)?.templateVersion)).toEqual([
      0, 1, 2,
    ])
    const { body } = await call(box.app, registrar, letterVersions, { letter: 'waiting-list' })
    const { versions } = letterVersions.reply.parse(body)
    expect(versions.map(({ version, letters }) => [version, letters])).toEqual([
      [2, 1],
      [1, 1],
      [0, 1],
    ])
    const old = await call(box.app, registrar, readLetterVersion, { letter: 'waiting-list', version: 1 })
    expect(JSON.stringify(old.body)).toContain('Firstwords')
    const none = await call(box.app, registrar, readLetterVersion, { letter: 'waiting-list', version: 9 })
    expect(none.status).toBe(404)
  })

  it('of an offer stay those that the family has read, until it is signed and on its paper', async () => {
    await publish('offer-letter', matchingText('offer-letter', 'Asoffered'))
    const made = await makeStudent(box, alnoor, { status: 'shortlisted', nameLatin: 'Sara Haddad' })
    const email = `words-${engine}@home.example`
    await offerTo(box, registrar, made, parseOfferDraft({ signers: [{ name: 'Hind', email, language: 'en' }] }))
    const token = await linkOf(box, email)
    await publish('offer-letter', matchingText('offer-letter', 'Changedmeanwhile'))
    const first = await codeOf(box, { school: 'alnoor' }, token)
    await answerBy(box, { school: 'alnoor' }, token, signs)
    expect(await codeOf(box, { school: 'alnoor' }, token)).not.toBe(first)
    const text = await pdfText((await pdfByLink(box, { school: 'alnoor' }, token)).bytes)
    expect(text).toContain('Asoffered')
    expect(text).not.toContain('Changedmeanwhile')
  })
})
