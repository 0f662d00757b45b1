import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { studentGuardians } from '#server/features/students/record/student-record.table.ts'
import { type OfferRequest, staffOfferLetter } from '#shared/admissions/offers/offer.contract.ts'
import { type OfferPage } from '#shared/admissions/offers/offer-page.contract.ts'
import { studentConsents } from '#shared/consents/consent-paper.contract.ts'
import type { ResolvedLetter } from '#shared/kernel/letter/letter.ts'
import { dayMs } from '#shared/kernel/time.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { publishConsents } from '#tests/support/records/consent-kit.ts'
import {
  answerBy,
  countSeats,
  kg1,
  linkOf,
  offerTo,
  openOffer,
  parseOfferDraft,
  signs,
  step,
} from '#tests/support/records/offers-made.ts'
import { fileOf, makeStudent, signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

const family: Caller = { school: 'alnoor' }
const ghanim = { nameLatin: 'Ghanim Al-Naimi', nameArabic: 'غانم النعيمي' }
const mariam = { nameLatin: 'Mariam Al-Naimi', nameArabic: 'مريم النعيمي' }
const strokes = [[10, 10, 300, 200]]

describe.each(engines)('a guardian whose file has a name in both scripts, on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  let registrar: Caller
  let no = 0
  beforeAll(async () => {
    box = await openBox(engine)
    alnoor = await makeSchool(box, 'alnoor')
    registrar = await signInAs(box, alnoor, 'registrar', ['registrar'])
    await countSeats(box, alnoor, kg1, 50)
    await publishConsents(box, alnoor)
  })
  afterAll(() => box.close())

  type Names = Partial<typeof studentGuardians.$inferInsert>
  /** A child whose file has these guardians, each at an address of its own unless said. */
  const child = async (guardians: readonly Names[]) => {
    box.clock.advance(1)
    const made = await makeStudent(box, alnoor, { status: 'shortlisted' })
    no += 1
    const emails = guardians.map(({ email }, position) => email ?? `g${no}-${position}@home.example`)
    const rows = guardians.map((names, position) => ({
      schoolId: alnoor.schoolId,
      id: crypto.randomUUID(),
      studentId: made.id,
      position,
      maySign: true,
      language: 'en' as const,
      ...names,
      email: emails[position] ?? null,
    }))
    await box.db.owner.insert(studentGuardians).values(rows)
    return { made, emails, ids: rows.map(({ id }) => id) }
  }
  const asking = (signers: readonly [name: string, email: string | undefined][]): OfferRequest =>
    parseOfferDraft({
      expiresOn: new Date(box.clock.nowMs() + 10 * dayMs).toISOString().slice(0, 10),
      signers: signers.map(([name, email = '']) => ({ name, email, language: 'en' })),
    })
  const offered = async (made: Parameters<typeof offerTo>[2], asked: OfferRequest) => {
    const { done, emails } = await offerTo(box, registrar, made, asked)
    if (!('student' in done)) throw new Error(JSON.stringify(done))
    const tokens: string[] = []
    for (const email of emails) tokens.push(await linkOf(box, email))
    return tokens
  }
  const letterBy = async (token = '') => documentOf(await openOffer(box, family, token))
  const seen = async (student_id: string) => {
    const { body } = await call(box.app, registrar, studentConsents, { student_id })
    return studentConsents.reply.parse(body).people
  }

  it('is greeted by each half of a letter in its own script, whichever of the two was written', async () => {
    const { made, emails } = await child([ghanim, mariam])
    const asked = asking([
      ['Ghanim  al-Naimi', emails[0]],
      [mariam.nameArabic, emails[1]],
    ])
    const draft = { student_id: made.id, of: { kind: 'draft' as const, offer: asked } }
    const { body } = await call(box.app, registrar, staffOfferLetter, draft)
    const [token] = await offered(made, asked)
    for (const letter of [staffOfferLetter.reply.parse(body).document, await letterBy(token)]) {
      expect(saidIn(letter, 'en')).toMatch(/Ghanim al-Naimi/)
      expect(saidIn(letter, 'en')).not.toMatch(/غانم|مريم/)
      expect(saidIn(letter, 'ar')).toContain(ghanim.nameArabic)
      expect(saidIn(letter, 'ar')).not.toMatch(/Ghanim|Mariam/)
    }
  })

  it('is named as written where the file has no such guardian, or two of that name and no address tells which', async () => {
    const stranger = await child([ghanim])
    const [one] = await offered(stranger.made, asking([['Omar Haddad', stranger.emails[0]]]))
    expect(saidIn(await letterBy(one), 'ar')).toContain('Omar Haddad')
    const cousin = { ...ghanim, nameArabic: 'غانم بن سعد النعيمي' }
    const twins = await child([ghanim, cousin])
    const names = (email: string | undefined) => asking([[ghanim.nameLatin, email]])
    const [unclear] = await offered(twins.made, names(`else${no}@home.example`))
    expect(saidIn(await letterBy(unclear), 'ar')).toContain(ghanim.nameLatin)
    const others = await child([ghanim, cousin])
    const [clear] = await offered(others.made, names(others.emails[1]))
    expect(saidIn(await letterBy(clear), 'ar')).toContain(cousin.nameArabic)
  })

  it('is named by each half at the place to sign, over the name that was signed by; what was issued stays as it is', async () => {
    const { made, emails, ids } = await child([ghanim, mariam])
    const [his, hers] = await offered(
      made,
      asking([
        [ghanim.nameLatin, emails[0]],
        [mariam.nameLatin, emails[1]],
      ]),
    )
    const rename = (nameArabic: string) =>
      box.db.owner
        .update(studentGuardians)
        .set({ nameArabic })
        .where(eq(studentGuardians.id, ids[0] ?? ''))
    const sent = await letterBy(his)
    await rename('غانم بن سعد النعيمي')
    expect(await letterBy(his)).toEqual(sent)
    await rename(ghanim.nameArabic)
    await answerBy(box, family, his ?? '', { kind: 'sign', signature: { kind: 'drawn', strokes } })
    const agreed = documentOf(await answerBy(box, family, hers ?? '', signs))
    expect(signaturesIn(agreed)).toEqual([
      [`Parent or guardian: ${ghanim.nameLatin}`, `ولي الأمر: ${ghanim.nameArabic}`, ghanim.nameLatin],
      [`Parent or guardian: ${mariam.nameLatin}`, `ولي الأمر: ${mariam.nameArabic}`, signs.signature.name],
    ])
    await rename('غانم بن سعد النعيمي')
    expect(await letterBy(his)).toEqual(agreed)
  })

  it('is answered in both where consents are asked about, and a paper is written down by the name that was asked', async () => {
    const { made, emails } = await child([
      { ...ghanim, language: 'ar' },
      { ...mariam, nameArabic: null },
    ])
    await offered(made, asking([['Omar Haddad', `else${no}@home.example`]]))
    expect(await seen(made.id)).toMatchObject([
      { name: 'Omar Haddad', nameLatin: 'Omar Haddad', nameArabic: null },
      { name: ghanim.nameArabic, ...ghanim },
      { name: mariam.nameLatin, nameLatin: mariam.nameLatin, nameArabic: null },
    ])
    const { revision } = (await fileOf(box, registrar, made.id)).student
    const done = await step(
      box,
      registrar,
      { id: made.id, revision },
      {
        kind: 'paper-consent',
        guardian: { name: ghanim.nameArabic, email: emails[0] ?? '' },
        answers: [{ purpose: 'trips', version: 1, agrees: true }],
        on: new Date(box.clock.nowMs()).toISOString().slice(0, 10),
        scanId: null,
        seen: null,
      },
    )
    expect(done).toHaveProperty('student')
    expect((await seen(made.id))[1]).toMatchObject({ ...ghanim, standing: [{ purpose: 'trips', agrees: true }] })
  })
})

function documentOf(page: Awaited<ReturnType<typeof openOffer>>): ResolvedLetter {
  const { offer } = page as Partial<OfferPage>
  if (!offer) throw new Error(JSON.stringify(page))
  return offer.document
}

/** Everything that one half of a letter says. */
function saidIn(part: unknown, lang: 'en' | 'ar'): string {
  if (Array.isArray(part)) return part.map((each) => saidIn(each, lang)).join('\n')
  if (typeof part !== 'object' || part === null) return ''
  if (!('lang' in part && 'runs' in part)) return saidIn(Object.values(part), lang)
  return part.lang === lang ? (part.runs as { text: string }[]).map(({ text }) => text).join('') : ''
}

/** Which guardians are asked to sign, in each half, and by which name they did. */
const signaturesIn = ({ blocks }: ResolvedLetter): string[][] =>
  blocks
    .flatMap((block) => (block.kind === 'signatures' ? block.places : []))
    .map(({ role, name }) => [saidIn(role, 'en').trim(), saidIn(role, 'ar').trim(), name])
    .filter(([role]) => role?.startsWith('Parent or guardian'))
