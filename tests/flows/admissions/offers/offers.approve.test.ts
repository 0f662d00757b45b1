import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { students } from '#server/features/students/student.table.ts'
import { type AdmissionRules, admissionRules, setAdmissionRules } from '#shared/admissions/admission-rules.contract.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { outcomeOf } from '#tests/support/records/decisions-made.ts'
import {
  answerBy,
  countSeats,
  holdsOf,
  kg1,
  linkOf,
  mailsTo,
  offerTo,
  parseOfferDraft,
  signs,
  staySignedIn,
  step,
} from '#tests/support/records/offers-made.ts'
import { fileOf, makeStudent, signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

describe.each(engines)('an offer that two people decide on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  const callers: Record<string, Caller> = {}
  const as = (name: string): Caller => callers[name] ?? { school: 'alnoor' }

  beforeAll(async () => {
    box = await openBox(engine)
    alnoor = await makeSchool(box, 'alnoor')
    for (const role of ['registrar', 'head', 'finance', 'auditor'] as const)
      callers[role] = await signInAs(box, alnoor, role, [role])
    await staySignedIn(box)
    await countSeats(box, alnoor, kg1, 1)
    await setRules('registrar', { offersNeedHead: true })
  })
  afterAll(() => box.close())

  async function setRules(who: string, more: Partial<AdmissionRules>, seen?: number) {
    const { rules, revision } = admissionRules.reply.parse((await call(box.app, as('head'), admissionRules)).body)
    const asked = { rules: { ...rules, ...more }, revision: seen ?? revision }
    const { status, body } = await call(box.app, as(who), setAdmissionRules, asked)
    return status === 200 ? asked.rules : body['messageId']
  }
  const proposed = async () => {
    const made = await makeStudent(box, alnoor, { status: 'shortlisted' })
    const { done, emails } = await offerTo(box, as('registrar'), made)
    if (!('student' in done) || done.proposalId === null) throw new Error(JSON.stringify(done))
    return { at: { id: made.id, revision: done.student.revision }, proposalId: done.proposalId, email: emails[0] ?? '' }
  }
  const offersSeen = async (id: string) => (await fileOf(box, as('auditor'), id)).offers.map(({ state }) => state)

  it('is a draft without a seat and without a link until the head agrees; of two for one seat one is sent', async () => {
    const [one, two] = [await proposed(), await proposed()]
    expect([await holdsOf(box), await offersSeen(one.at.id), await mailsTo(box, one.email)]).toEqual([
      [],
      ['draft'],
      [],
    ])
    const agree = ({ proposalId }: typeof one) => ({ kind: 'approve', proposalId }) as const
    expect(outcomeOf(await step(box, as('registrar'), one.at, agree(one)))).toBe('student.needs-another')
    expect(outcomeOf(await step(box, as('finance'), one.at, agree(one)))).toBe('access.denied')
    const both = await Promise.all([one, two].map((each) => step(box, as('head'), each.at, agree(each))))
    expect(both.map(outcomeOf).toSorted()).toEqual(['offer-out', 'student.seats-full'])
    const [sent, left] = outcomeOf(both[0] ?? Object.create(null)) === 'offer-out' ? [one, two] : [two, one]
    expect([await offersSeen(sent.at.id), await offersSeen(left.at.id)]).toEqual([['sent'], ['draft']])
    expect([await mailsTo(box, sent.email), await mailsTo(box, left.email)]).toEqual([['offer-link'], []])
    const { history } = await fileOf(box, as('head'), sent.at.id)
    expect(history.at(-1)).toMatchObject({ mover: 'registrar', approvedBy: { name: { en: 'head' } } })
    // Taken back it is over, and nobody ever hears of it.
    const back = { kind: 'withdraw-proposal', proposalId: left.proposalId } as const
    expect(outcomeOf(await step(box, as('head'), left.at, back))).toBe('shortlisted')
    expect([await offersSeen(left.at.id), await mailsTo(box, left.email)]).toEqual([['rescinded'], []])
    await answerBy(box, { school: 'alnoor' }, await linkOf(box, sent.email), signs)
    expect(await offersSeen(sent.at.id)).toEqual(['accepted'])
  })

  it('that another step overtakes is never sent; the head’s own offer needs nobody else', async () => {
    await countSeats(box, alnoor, { ...kg1, entryYear: 2031 }, 9)
    const made = await makeStudent(box, alnoor, { status: 'shortlisted', entryYear: 2031 })
    const { done } = await offerTo(box, as('registrar'), made)
    const proposalId = 'student' in done ? (done.proposalId ?? '') : ''
    const own = await offerTo(box, as('head'), { id: made.id, revision: 2 }, parseOfferDraft())
    expect(own.done).toMatchObject({ student: { status: 'offer-out' }, proposalId: null })
    expect(await offersSeen(made.id)).toEqual(['sent', 'superseded'])
    const late = await step(box, as('head'), { id: made.id, revision: 3 }, { kind: 'approve', proposalId })
    expect(outcomeOf(late)).toBe('student.proposal-over')
  })

  it('and the rules are set by who leads admissions, on what they have seen', async () => {
    expect(await setRules('finance', {})).toBe('access.denied')
    expect(await setRules('auditor', {})).toBe('access.denied')
    expect(await setRules('head', { graceHours: 3 }, 0)).toBe('rules.changed')
    expect(await setRules('head', { graceHours: 3 })).toMatchObject({ graceHours: 3, offersNeedHead: true })
    expect(await setRules('head', { claimOrder: ['sibling', 'sibling'] })).toBe('request.invalid')
  })

  it('ends before the first day of a confirmed child with finance’s word, and not after it', async () => {
    await countSeats(box, alnoor, { ...kg1, entryYear: 2032 }, 9)
    const made = await makeStudent(box, alnoor, { status: 'shortlisted', entryYear: 2032 })
    const { emails } = await offerTo(box, as('head'), made)
    await answerBy(box, { school: 'alnoor' }, await linkOf(box, emails[0] ?? ''), signs)
    // Documents are not kept here yet: anyone who has them confirms by hand.
    await box.db.owner.update(students).set({ status: 'confirmed' }).where(eq(students.id, made.id))
    const hindered = async () =>
      (await fileOf(box, as('registrar'), made.id)).moves.map(({ outcome: end, hindrances }) => [end, hindrances])
    expect(await hindered()).toEqual([['withdrawn-by-family', []]])
    box.clock.advance(Date.parse('2030-09-01T06:00:00.000Z') - box.clock.nowMs())
    expect(await hindered()).toEqual([['withdrawn-by-family', ['student.after-first-day']]])
  })
})
