import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '#tests/support/database.ts'
import { answerLost, type DeskTab, onlineDesk, openDeskTab } from '#tests/support/devices/desk-kit.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { outcomeOf } from '#tests/support/records/decisions-made.ts'
import {
  countSeats,
  holdsOf,
  kg1,
  mailsTo,
  parseOfferDraft,
  staySignedIn,
  step,
} from '#tests/support/records/offers-made.ts'
import { commandOn, decide, fileOf, makeStudent, signInAs } from '#tests/support/records/students-made.ts'
import { type Box, openBox } from '#tests/support/server.ts'

describe.each(engines)('an offer that was written without a network on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  let officer: Awaited<ReturnType<typeof signInAs>>
  let registrar: Awaited<ReturnType<typeof signInAs>>
  let head: Awaited<ReturnType<typeof signInAs>>
  const desks = new Map<string, DeskTab>()

  beforeAll(async () => {
    box = await openBox(engine)
    alnoor = await makeSchool(box, 'alnoor')
    officer = await signInAs(box, alnoor, 'officer', ['admission-officer'])
    registrar = await signInAs(box, alnoor, 'registrar', ['registrar'])
    head = await signInAs(box, alnoor, 'head', ['head'])
    await staySignedIn(box)
    for (const { userId } of [registrar, head]) desks.set(userId, await openDeskTab(`offers-${engine}`, userId, box))
  })
  afterAll(async () => {
    for (const tab of desks.values()) tab.close()
    await box.close()
  })

  type Desk = typeof registrar
  const tabOf = ({ userId }: Desk) => desks.get(userId) as DeskTab
  const sendFrom = (desk: Desk) => tabOf(desk).send(onlineDesk(box, desk))
  /** Written at a desk that nobody answers, and kept there. */
  const written = async (desk: Desk, entryYear: number, more: Parameters<typeof parseOfferDraft>[0] = {}) => {
    const made = await makeStudent(box, alnoor, { status: 'shortlisted', entryYear })
    const offer = parseOfferDraft(more)
    const { student: seen, moves } = await fileOf(box, desk, made.id)
    const move = moves.find(({ says }) => says.includes('offer'))
    if (!move) throw new Error('there is no offer to be made')
    const asked = commandOn(made, { kind: 'offer', offer, offline: true })
    await tabOf(desk).keepDecision({ asked, seen, move, said: { reason: '', note: '', reviewOn: '' } })
    return { id: made.id, asked, offer, move, email: offer.signers[0]?.email ?? '' }
  }
  const stands = async ({ id }: { id: string }) => {
    const { student, offers, proposals, moves } = await fileOf(box, registrar, id)
    const at = { id, revision: student.revision }
    const agree = { kind: 'approve', proposalId: proposals[0]?.id ?? '' } as const
    return { at, agree, status: student.status, offers: offers.map(({ state }) => state), proposals, moves }
  }
  const problemsOf = async (desk: Desk) => (await tabOf(desk).decisions()).map(({ problem }) => problem)

  it('arrives as a proposal with its terms, holds no seat, and the family hears of it when somebody has agreed', async () => {
    await countSeats(box, alnoor, kg1, 1)
    const made = await written(registrar, 2030)
    expect(made.move).toMatchObject({ offline: 'propose', needsApproval: false, hindrances: [] })
    // The answer is lost on the way, and it comes again, at last from two tabs.
    expect(await tabOf(registrar).send(answerLost(onlineDesk(box, registrar)))).toBe('blocked')
    const second = await openDeskTab(`offers-${engine}`, registrar.userId, box)
    await Promise.all([tabOf(registrar), second].map((tab) => tab.send(onlineDesk(box, registrar))))
    await sendFrom(registrar)
    second.close()
    expect(await problemsOf(registrar)).toEqual([])
    const { at, agree, status, offers, proposals, moves } = await stands(made)
    expect([status, at.revision, offers]).toEqual(['shortlisted', 2, ['draft']])
    expect(proposals).toMatchObject([{ to: 'offer-out', needsAnother: false, by: { userId: registrar.userId } }])
    expect(moves.find(({ to }) => to === 'offer-out')?.hindrances).toEqual(['student.proposed'])
    expect([await holdsOf(box), await mailsTo(box, made.email)]).toEqual([[], []])
    expect(outcomeOf(await step(box, officer, at, agree))).toBe('access.denied')
    expect(outcomeOf(await step(box, registrar, at, agree))).toBe('offer-out')
    expect([(await holdsOf(box)).length, await mailsTo(box, made.email)]).toEqual([1, ['offer-link']])
    expect((await stands(made)).offers).toEqual(['sent'])
  })

  it('of two desks for the last seat both are proposed; one is agreed to, and the other is told that the seat is gone', async () => {
    await countSeats(box, alnoor, { ...kg1, entryYear: 2031 }, 1)
    const [one, two] = [await written(registrar, 2031), await written(head, 2031)]
    for (const desk of [registrar, head]) expect(await sendFrom(desk)).toBe('done')
    expect([await problemsOf(registrar), await problemsOf(head)]).toEqual([[], []])
    const both = await Promise.all([one, two].map(stands))
    expect(both.map(({ offers }) => offers)).toEqual([['draft'], ['draft']])
    const agreed = await Promise.all(both.map(({ at, agree }) => step(box, head, at, agree)))
    expect(agreed.map(outcomeOf).toSorted()).toEqual(['offer-out', 'student.seats-full'])
    const mails = await Promise.all([one, two].map(({ email }) => mailsTo(box, email)))
    expect(mails.flat()).toEqual(['offer-link'])
    // The one that had no seat waits on, and is taken back unheard.
    const left = outcomeOf(agreed[0] ?? Object.create(null)) === 'offer-out' ? two : one
    const { at, proposals } = await stands(left)
    const back = { kind: 'withdraw-proposal', proposalId: proposals[0]?.id ?? '' } as const
    expect(outcomeOf(await step(box, head, at, back))).toBe('shortlisted')
    expect((await stands(left)).offers).toEqual(['rescinded'])
    // Anyone who comes when the seat is gone is told so at once, and keeps what was written.
    const last = await makeStudent(box, alnoor, { status: 'shortlisted', entryYear: 2031 })
    const late = commandOn(last, { kind: 'offer', offer: parseOfferDraft(), offline: true })
    expect(outcomeOf(await decide(box, registrar, late))).toBe('student.seats-full')
  })

  it('is judged again: a day that has passed, a file that has moved on, another offer that came first', async () => {
    await countSeats(box, alnoor, { ...kg1, entryYear: 2032 }, 9)
    const made = await written(registrar, 2032)
    const waits = { kind: 'move', to: 'waiting', reason: 'grade-full' } as const
    expect(outcomeOf(await step(box, officer, { id: made.id, revision: 1 }, waits))).toBe('waiting')
    await sendFrom(registrar)
    const [kept] = await tabOf(registrar).decisions()
    expect(kept).toMatchObject({ problem: 'student.changed', asked: { change: { offer: made.offer } } })
    expect((await stands(made)).offers).toEqual([])
    await tabOf(registrar).dropDecision(made.asked.commandId)

    const other = await written(registrar, 2032)
    await sendFrom(registrar)
    const { at, agree } = await stands(other)
    expect(outcomeOf(await step(box, head, at, { kind: 'offer', offer: parseOfferDraft() }))).toBe('offer-out')
    const after = { id: at.id, revision: at.revision + 1 }
    expect(outcomeOf(await step(box, registrar, after, agree))).toBe('student.proposal-over')

    const brief = await written(registrar, 2032, { expiresOn: '2030-03-04' })
    await sendFrom(registrar)
    box.clock.advance(Date.parse('2030-03-05T06:00:00.000Z') - box.clock.nowMs())
    const { at: then, agree: agreeing } = await stands(brief)
    expect(outcomeOf(await step(box, registrar, then, agreeing))).toBe('offer.last-day')
    expect([(await stands(brief)).status, await mailsTo(box, brief.email)]).toEqual(['shortlisted', []])
  })

  it('is the same offer as the one whose answer was lost, which was sent from a desk that had a network', async () => {
    await countSeats(box, alnoor, { ...kg1, entryYear: 2033 }, 9)
    const made = await makeStudent(box, alnoor, { status: 'shortlisted', entryYear: 2033 })
    const change = { kind: 'offer', offer: parseOfferDraft() } as const
    const asked = commandOn(made, change)
    expect(outcomeOf(await decide(box, registrar, asked))).toBe('offer-out')
    const again = await decide(box, registrar, { ...asked, change: { ...change, offline: true } })
    expect(again).toMatchObject({ proposalId: null, student: { status: 'offer-out', revision: 2 } })
    const another = { ...asked, change: { ...change, offer: parseOfferDraft(), offline: true as const } }
    expect(outcomeOf(await decide(box, registrar, another))).toBe('request.invalid')
    expect((await stands(made)).offers).toEqual(['sent'])
  })
})
