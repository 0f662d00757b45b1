import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { both } from '#server/features/letters/templates/default-letters.service.ts'
import { writtenMail } from '#server/features/mail/written-mail.ts'
import { runAdmissionClock } from '#server/features/overview/clock/admission-clock.service.ts'
import { documentTypes, setDocumentTypes } from '#shared/documents/document-type.contract.ts'
import { OpId } from '#shared/kernel/fields.ts'
import { minor } from '#shared/kernel/money.ts'
import { previewMessage, saveMessageText } from '#shared/messaging/message-text.contract.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { decideAs } from '#tests/support/records/document-kit.ts'
import { makeApplicant, messagesSeen, toldBy } from '#tests/support/records/messages-made.ts'
import {
  answerBy,
  countSeats,
  kg1,
  linkOf,
  offerTo,
  openOffer,
  parseOfferDraft,
  signs,
  staySignedIn,
  step,
} from '#tests/support/records/offers-made.ts'
import { fileOf, signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

const family: Caller = { school: 'alnoor' }
const names = { en: 'Al Noor', ar: 'النور' }
const asked = ['passport', 'photo', 'vaccination-record']

describe.each(engines)('what a family is told with its place on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  const callers: Record<string, Caller> = {}
  const as = (name: string): Caller => callers[name] ?? family

  beforeAll(async () => {
    box = await openBox(engine, { publicUrl: 'https://example.school' })
    alnoor = await makeSchool(box, 'alnoor')
    for (const role of ['registrar', 'finance', 'head'] as const)
      callers[role] = await signInAs(box, alnoor, role, [role])
    await staySignedIn(box)
    await countSeats(box, alnoor, kg1, 100)
    const { types } = documentTypes.reply.parse((await call(box.app, as('registrar'), documentTypes)).body)
    const fewer = types.map((type) =>
      asked.includes(type.code) ? { ...type, asked: [{}], promiseDays: 60 } : { ...type, asked: [] },
    )
    const command = { seen: 0, types: fewer, commandId: OpId.parse(crypto.randomUUID()) }
    expect((await call(box.app, as('registrar'), setDocumentTypes, command)).status).toBe(200)
  })
  afterAll(() => box.close())

  const does = async (who: string, id: string, change: Parameters<typeof step>[3]) => {
    box.clock.advance(1)
    const { revision } = (await fileOf(box, as('registrar'), id)).student
    const done = await step(box, as(who), { id, revision }, change)
    return 'student' in done ? done.student.status : done.refused
  }
  /** Two guardians who read in two languages, of whom the first signs the offer. */
  const joins = async (papers: 'promised' | 'waived') => {
    const [en, ar] = [`en-${crypto.randomUUID()}@home.example`, `ar-${crypto.randomUUID()}@home.example`]
    const { student } = await makeApplicant(box, alnoor, { status: 'shortlisted', nameArabic: 'سارة' }, [
      { name: 'Hind Al Mana', email: en },
      { name: 'أحمد المانع', email: ar, language: 'ar' },
    ])
    box.clock.advance(1)
    const signers = [{ name: 'Hind Al Mana', email: en.toUpperCase(), language: 'en' as const }]
    await offerTo(box, as('registrar'), student, parseOfferDraft({ signers }))
    await answerBy(box, family, await linkOf(box, en.toUpperCase()), signs)
    const offerId = (await fileOf(box, as('registrar'), student.id)).offers[0]?.id ?? ''
    const paid = { offerId, amount: minor(100_000), method: 'cash', receipt: student.id } as const
    expect(await does('finance', student.id, { kind: 'deposit', ...paid })).toBe('booked')
    for (const [no, type] of asked.entries()) {
      const act = papers === 'promised' ? 'undertake' : 'waive'
      const said = { reason: 'other', note: 'x', ...(act === 'undertake' && { day: `2030-04-0${2 - (no % 2)}` }) }
      expect(await decideAs(box, as('registrar'), student.id, [type, act], said)).toHaveProperty('state')
    }
    expect(await does('registrar', student.id, { kind: 'move', to: 'confirmed' })).toBe('confirmed')
    box.clock.advance(1)
    await runAdmissionClock(box.deps, alnoor.schoolId)
    return { id: student.id, en, ar }
  }
  const mailTo = async (email: string) => {
    const mails = await toldBy(box, email)
    // Values keep their own direction between characters that nobody sees.
    const plain = (text: string) => text.replaceAll(/[\u2066-\u2069]/g, '')
    return mails.map((mail) => {
      const { text, html } = writtenMail(mail, names)
      return { ...mail, html, text: plain(text) }
    })
  }

  it('each in their language: the number, the first day, what is still promised, and the letter by a link of their own', async () => {
    const { id, en, ar } = await joins('promised')
    const number = (await fileOf(box, as('registrar'), id)).account?.admissionNo ?? ''
    const [hers, more] = await mailTo(en)
    const [his] = await mailTo(ar)
    if (!hers || !his) throw new Error('somebody was not told')
    expect(more).toBeUndefined()
    expect(hers.text).toContain('The first day at school is 1 September 2030.')
    expect(hers.text).toContain(`Your child’s number at the school is ${number}.`)
    // The earlier day first; what is about health is in no mail.
    expect(hers.text).toMatch(
      /still missing: Photograph of the child \(by 1 April 2030\); Passport of the child \(by 2 April 2030\)/,
    )
    expect(hers.text + his.text).not.toMatch(/vaccin|تطعيم/i)
    expect(his.text).toContain(number)
    expect(his.text).toMatch(/أول يوم دراسي هو .*2030/)
    expect(his.text).toMatch(/صورة الطفل \(حتى .*\)؛ جواز سفر الطفل \(حتى .*\)/)
    const link = /https:\/\/alnoor\.example\.school\/offer-letter\?lng=en#token=([\w-]+)/
    const token = link.exec(hers.text)?.[1] ?? ''
    expect(await openOffer(box, family, token)).toHaveProperty('offer')
    expect(hers.html).toMatch(/<a href="https:\/\/alnoor[^"]+#token=/)
    // He has not signed it, so there is no link of his, and no hole either.
    expect(his.text).not.toMatch(/token|خطاب المقعد|\{\{/)
    // What opens something is nowhere but in the mailbox, once it is there.
    const { path: _path, ...params } = hers.params
    expect(JSON.stringify(params)).not.toContain(token)
    expect(writtenMail({ ...hers, params }, names).text).toContain('to keep: …')
  })

  it('leaves out what there is nothing to say of', async () => {
    const { en } = await joins('waived')
    const [mail] = await mailTo(en)
    expect(mail?.text).not.toMatch(/missing|\{\{|: *\n\n\n/)
    expect(mail?.text).toContain('The first day at school')
  })

  it('in the school’s own words, which are tried first', async () => {
    const words = {
      title: { en: 'Welcome', ar: 'أهلًا' },
      paragraphs: [
        {
          words: both(
            'No. {{student.number}} from {{offer.startDate}}',
            'الرقم {{student.number}} من {{offer.startDate}}',
          ),
          isOptional: false,
        },
        { words: both('Bring {{documents.promised}}', 'أحضروا {{documents.promised}}'), isOptional: true },
      ],
    }
    const tried = await call(box.app, as('registrar'), previewMessage, { words, studentId: null })
    const { mails, missing } = previewMessage.reply.parse(tried.body)
    expect([missing, JSON.stringify(mails)]).toEqual([[], expect.stringMatching(/No\. .*0417.* from .*1 September/)])
    expect((await call(box.app, as('registrar'), saveMessageText, { event: 'confirmed', seen: 0, words })).status).toBe(
      200,
    )
    const { id, en } = await joins('waived')
    const number = (await fileOf(box, as('registrar'), id)).account?.admissionNo
    const [mail] = await mailTo(en)
    expect(mail?.text.split('\n\n').slice(1)).toEqual([`No. ${number} from 1 September 2030\n`])
    const [seen] = (await messagesSeen(box, as('registrar'), id)).filter(({ event }) => event === 'confirmed')
    expect(seen).toMatchObject({ state: 'sent', textVersion: 1 })
    const again = await call(box.app, as('registrar'), previewMessage, { words, studentId: id })
    expect(previewMessage.reply.parse(again.body).missing).toEqual([])
  })
})
