import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scoringAssessments } from '#server/features/admissions/scoring/scoring.table.ts'
import {
  moderateScore,
  reopenScore,
  StudentScoring,
  studentScoring,
  submitScore,
} from '#shared/admissions/assessment.contract.ts'
import { type ScoringBody, scoringSets, setScoring } from '#shared/admissions/scoring.contract.ts'
import { OpId } from '#shared/kernel/fields.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { countSeats, kg1, offerTo, parseOfferDraft } from '#tests/support/records/offers-made.ts'
import { scoringBody } from '#tests/support/records/scoring-kit.ts'
import { fileOf, makeStudent, signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

const newId = () => OpId.parse(crypto.randomUUID())
const secret = 'Speaks in whole sentences'

describe.each(engines)('scored criteria on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  let year = 2060
  const callers: Record<string, Caller> = {}
  const as = (name: string): Caller => callers[name] ?? { school: 'alnoor' }

  beforeAll(async () => {
    box = await openBox(engine)
    alnoor = await makeSchool(box, 'alnoor')
    for (const role of ['registrar', 'head', 'admission-officer', 'finance', 'auditor'] as const)
      callers[role] = await signInAs(box, alnoor, role, [role])
    callers['second'] = await signInAs(box, alnoor, 'second', ['admission-officer'])
    callers['stranger'] = await signInAs(box, await makeSchool(box, 'manara'), 'stranger', ['admin'])
  })
  afterAll(() => box.close())

  const publish = async (entryYear: number, version: number, more: Partial<ScoringBody> = {}, who = 'registrar') => {
    const asked = { entryYear, grade: 'KG1', version, body: scoringBody(more) }
    const { status, body } = await call(box.app, as(who), setScoring, asked)
    return status === 200 ? setScoring.reply.parse(body).set : String(body.messageId)
  }
  /** A shortlisted child of a year of its own, that has a seat to be offered, and the set that is in force there. */
  const scored = async (more: Partial<ScoringBody> = {}) => {
    year += 1
    await countSeats(box, alnoor, { ...kg1, entryYear: year }, 9)
    const set = await publish(year, 0, more)
    if (typeof set === 'string') throw new Error(set)
    const student = await makeStudent(box, alnoor, { status: 'shortlisted', entryYear: year })
    return { set, student, entryYear: year }
  }
  const read = async (who: string, student_id: string) => {
    const { status, body } = await call(box.app, as(who), studentScoring, { student_id })
    return status === 200 ? StudentScoring.parse(body) : String(body.messageId)
  }
  const seen = async (who: string, id: string) => {
    const found = await read(who, id)
    if (typeof found === 'string') throw new Error(found)
    return found
  }
  const submit = async (
    who: string,
    { student, set }: { student: { id: string }; set: { id: string } },
    speaking: number,
    more: object = {},
  ) => {
    box.clock.advance(1)
    const asked = {
      student_id: student.id,
      commandId: newId(),
      setId: set.id,
      scores: { speaking, settled: true },
      unmet: [],
      recommendation: 'admit' as const,
      conditions: '',
      note: secret,
      ...more,
    }
    const { status, body } = await call(box.app, as(who), submitScore, asked)
    return status === 200 ? StudentScoring.parse(body) : [body.messageId, body.field].filter(Boolean).join(' ')
  }
  const hindrances = async (id: string) =>
    (await fileOf(box, as('registrar'), id)).moves.find(({ to }) => to === 'offer-out')?.hindrances
  const offer = async (id: string) => {
    const { student } = await fileOf(box, as('registrar'), id)
    const { done } = await offerTo(box, as('registrar'), { id, revision: student.revision }, parseOfferDraft())
    return 'refused' in done ? done.refused : done.student.status
  }

  it('hinder an offer until everybody is in, show their arithmetic, and ask nothing where there is no set', async () => {
    const free = await makeStudent(box, alnoor, { status: 'shortlisted', entryYear: 2059 })
    expect(await hindrances(free.id)).toEqual(['student.seats-uncounted'])
    const at = await scored()
    expect(await hindrances(at.student.id)).toEqual(['student.criteria-open'])
    expect(await offer(at.student.id)).toBe('student.criteria-open')
    expect(await submit('registrar', at, 7, { scores: { speaking: 7, settled: true, support: 'some' } })).toMatchObject(
      {
        result: 6278,
        assessments: [
          {
            found: {
              total: {
                lines: [
                  { code: 'speaking', raw: 7, of: 10, weight: 3, points: { n: 21, d: 10 } },
                  { code: 'settled', raw: 1, of: 1, weight: 1, points: { n: 1, d: 1 } },
                  { code: 'support', raw: 1, of: 3, weight: 2, points: { n: 2, d: 3 } },
                ],
                points: { n: 113, d: 30 },
                of: 6,
                percent: { n: 565, d: 9 },
              },
            },
          },
        ],
      },
    )
    expect(await hindrances(at.student.id)).toEqual([])
    expect(await offer(at.student.id)).toBe('offer-out')
    expect(await seen('registrar', at.student.id)).toMatchObject({ isLocked: true, mayReopen: false, maySubmit: false })
    const [first] = (await seen('registrar', at.student.id)).assessments
    const again = { student_id: at.student.id, id: first?.id ?? '', reason: 'Late news' }
    expect((await call(box.app, as('registrar'), reopenScore, again)).body.messageId).toBe('scoring.locked')
    expect(await submit('head', at, 3)).toBe('scoring.locked')
    // A set that is stricter later does not hold up a new version of an offer that is out.
    await publish(at.entryYear, 1, { assessors: 2 })
    expect(await hindrances(at.student.id)).toEqual([])
  })

  it('show a second assessor, and everybody else, nothing of the first before their own are in', async () => {
    const at = await scored({ assessors: 2 })
    await submit('admission-officer', at, 9)
    for (const who of ['second', 'registrar', 'head']) {
      const { body } = await call(box.app, as(who), studentScoring, { student_id: at.student.id })
      const { assessments, result, needsModeration } = StudentScoring.parse(body)
      expect([assessments.map(({ found }) => found), result, needsModeration]).toEqual([[null], null, null])
      expect(JSON.stringify(body)).not.toContain(secret)
    }
    const own = await seen('admission-officer', at.student.id)
    expect(own).toMatchObject({ maySubmit: false, assessments: [{ found: { note: secret } }] })
    // A refused try tells as little.
    const refused = await call(box.app, as('second'), submitScore, {
      student_id: at.student.id,
      commandId: newId(),
      setId: at.set.id,
      scores: {},
      unmet: [],
      recommendation: 'admit',
      conditions: '',
      note: '',
    })
    expect(refused.body).toMatchObject({ messageId: 'scoring.incomplete', field: 'speaking' })
    expect(JSON.stringify(refused.body)).not.toContain(secret)
    const both = await submit('second', at, 8)
    expect(both).toMatchObject({ needsModeration: false, assessments: [{ found: {} }, { found: {} }] })
    expect(await seen('admission-officer', at.student.id)).toMatchObject({
      assessments: [{}, { found: { note: secret } }],
    })
    expect(await submit('head', at, 8)).toBe('scoring.changed')
  })

  it('have a note to each item, for those who may see what was found, and to no item that was not asked', async () => {
    const at = await scored({ assessors: 2 })
    const evidence = { speaking: 'Retold the whole story' }
    expect(await submit('registrar', at, 7, { evidence: { 'no-such': 'x' } })).toContain('scoring.incomplete')
    const commandId = newId()
    const own = await submit('registrar', at, 7, { evidence, commandId })
    expect(own).toMatchObject({ assessments: [{ found: { evidence } }] })
    expect(await submit('registrar', at, 7, { evidence: { speaking: 'Another' }, commandId })).toContain(
      'request.invalid',
    )
    expect(JSON.stringify(await read('second', at.student.id))).not.toContain(evidence.speaking)
    await submit('second', at, 7)
    expect(JSON.stringify(await read('second', at.student.id))).toContain(evidence.speaking)
  })

  it('that are far apart need somebody else, who is neither of the two', async () => {
    const at = await scored({ assessors: 2 })
    await submit('admission-officer', at, 10)
    await submit('registrar', at, 2)
    expect(await hindrances(at.student.id)).toEqual(['student.moderation-open'])
    const asked = {
      student_id: at.student.id,
      takes: 'first',
      recommendation: 'admit',
      reason: 'Heard the child',
    } as const
    const moderate = async (who: string, commandId = newId()) => {
      const { status, body } = await call(box.app, as(who), moderateScore, { ...asked, commandId })
      return status === 200 ? StudentScoring.parse(body) : String(body.messageId)
    }
    expect(await moderate('registrar')).toBe('access.denied')
    const commandId = newId()
    expect(await moderate('head', commandId)).toMatchObject({ result: 10_000, moderation: { takes: 'first' } })
    expect(await moderate('head', commandId)).toMatchObject({ moderation: { takes: 'first' } })
    expect(await moderate('head')).toBe('scoring.changed')
    expect(await hindrances(at.student.id)).toEqual([])
    // Opened again, what was decided between the two holds no more.
    const [first] = (await seen('head', at.student.id)).assessments
    const again = { student_id: at.student.id, id: first?.id ?? '', reason: 'Another child was meant' }
    expect((await call(box.app, as('head'), reopenScore, again)).body.messageId).toBe('access.denied')
    const reopened = StudentScoring.parse((await call(box.app, as('registrar'), reopenScore, again)).body)
    expect(reopened).toMatchObject({ result: null, moderation: null, needsModeration: null })
    expect(await hindrances(at.student.id)).toEqual(['student.criteria-open'])
    await submit('admission-officer', at, 3)
    expect(await hindrances(at.student.id)).toEqual([])
  })

  it('keep what was handed in as it was, once for each command and each assessor', async () => {
    const at = await scored({ assessors: 2 })
    const commandId = newId()
    expect(await submit('second', at, 5, { commandId })).toHaveProperty('student_id')
    expect(await submit('second', at, 5, { commandId })).toHaveProperty('student_id')
    expect(await submit('second', at, 6, { commandId })).toBe('request.invalid commandId')
    expect(await submit('second', at, 6)).toBe('scoring.changed')
    const all = await Promise.all(['head', 'registrar', 'admission-officer'].map((who) => submit(who, at, 5)))
    expect(all.filter((each) => each === 'scoring.changed')).toHaveLength(2)
    const rows = (await box.db.owner.select().from(scoringAssessments)).filter(({ setId }) => setId === at.set.id)
    expect(rows).toHaveLength(2)
    await expect(
      box.db.database.tenant(alnoor.schoolId, (tx) => tx.update(scoringAssessments).set({ note: '' }).returning()),
    ).resolves.toEqual([])
  })

  it('refuse what does not fit: other items, those of other roles, rules that there are not; a rule unmet hinders', async () => {
    const at = await scored()
    expect(await submit('second', at, 11)).toBe('scoring.incomplete speaking')
    const bands = { scores: { speaking: 1, settled: true, support: 'much' } }
    expect(await submit('second', at, 1, bands)).toBe('scoring.incomplete support')
    expect(await submit('second', at, 1, { unmet: ['no-such'] })).toBe('scoring.incomplete no-such')
    expect(await submit('second', at, 1, { unmet: ['curriculum'] })).toMatchObject({ maySubmit: false })
    expect(await hindrances(at.student.id)).toEqual(['student.rule-unmet'])
  })

  it('have versions: anyone who was scored by one goes on with it, and of two who save at once one is told', async () => {
    const at = await scored({ assessors: 2 })
    await submit('second', at, 5)
    const next = await publish(at.entryYear, 1, { gap: 50, assessors: 2 })
    expect(next).toMatchObject({ version: 2 })
    expect(await publish(at.entryYear, 1, { gap: 50, assessors: 2 })).toMatchObject({ version: 2 })
    expect(await publish(at.entryYear, 1, { gap: 40 })).toBe('scoring.changed')
    expect(await publish(at.entryYear, 2, {}, 'head')).toBe('access.denied')
    expect((await seen('head', at.student.id)).set).toMatchObject({ id: at.set.id, version: 1 })
    expect(await submit('head', at, 5)).toMatchObject({ needsModeration: false })
    const other = await makeStudent(box, alnoor, { status: 'shortlisted', entryYear: at.entryYear })
    expect((await seen('head', other.id)).set).toMatchObject({ version: 2 })
    await publish(at.entryYear, 2, { isInForce: false })
    expect(await hindrances(other.id)).toEqual([])
    const { sets } = scoringSets.reply.parse((await call(box.app, as('head'), scoringSets)).body)
    expect(sets.filter(({ entryYear }) => entryYear === at.entryYear).map(({ version }) => version)).toEqual([3, 2, 1])
    expect(await read('stranger', other.id)).toBe('request.not-found')
    expect(await read('finance', other.id)).toBe('access.denied')
  })
})
