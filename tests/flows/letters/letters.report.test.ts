import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { appointmentBookings, appointmentSlots } from '#server/features/admissions/appointments/appointment.table.ts'
import { ForkedTypesetter } from '#server/node/typesetter/typesetter.ts'
import { submitScore } from '#shared/admissions/assessment.contract.ts'
import { setScoring } from '#shared/admissions/scoring.contract.ts'
import { issueReport } from '#shared/admissions/student-report.contract.ts'
import { OpId } from '#shared/kernel/fields.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { pdfText } from '#tests/support/letters/letter-pdf.ts'
import { hashOf } from '#tests/support/letters/letter-press.ts'
import { fileFrom, lettersOf } from '#tests/support/letters/letters-made.ts'
import { scoringBody } from '#tests/support/records/scoring-kit.ts'
import { makeApplication } from '#tests/support/records/students-applied.ts'
import { makeStudents, signInAs } from '#tests/support/records/students-made.ts'
import { type Box, call, openBox } from '#tests/support/server.ts'

const newId = () => OpId.parse(crypto.randomUUID())

describe.each(engines)('the report of a student as a letter, on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  let registrar: Awaited<ReturnType<typeof signInAs>>
  let typesetter: ForkedTypesetter
  let id: string

  beforeAll(async () => {
    box = await openBox(engine)
    typesetter = new ForkedTypesetter(box.deps.log, { size: 1 })
    box.deps.typesetter = typesetter
    alnoor = await makeSchool(box, 'alnoor')
    registrar = await signInAs(box, alnoor, 'registrar', ['registrar'])
    const submissionId = await makeApplication(box, alnoor)
    const [student] = await makeStudents(box, alnoor, 1, () => ({
      status: 'shortlisted',
      submissionId,
      nameLatin: 'Layla Nair',
      nationality: 'QA',
      grade: 'KG1',
      entryYear: 2070,
    }))
    id = student?.id ?? ''
    await score()
    await meet()
  })
  afterAll(async () => {
    await typesetter.close()
    await box.close()
  })

  const score = async () => {
    const asked = {
      entryYear: 2070,
      grade: 'KG1',
      version: 0,
      body: scoringBody({ title: { en: 'Entry', ar: 'قبول' } }),
    }
    const { set } = setScoring.reply.parse((await call(box.app, registrar, setScoring, asked)).body)
    await call(box.app, registrar, submitScore, {
      student_id: id,
      commandId: newId(),
      setId: set.id,
      scores: { speaking: 10, settled: true, support: 'none' },
      unmet: [],
      recommendation: 'admit',
      conditions: '',
      note: 'For staff alone',
    })
  }
  const meet = async () => {
    const { schoolId } = alnoor
    const { userId } = registrar
    const at = toInstant(box.clock.nowMs())
    const [slotId, seriesId, kind] = [crypto.randomUUID(), crypto.randomUUID(), 'interview'] as const
    const place = { campus: '', room: '', onlineLink: '', interviewers: [], capacity: 1, changeHours: 24 }
    const made = { startsAt: at, endsAt: at, madeAt: at, madeBy: userId }
    await box.db.owner.insert(appointmentSlots).values({ schoolId, id: slotId, seriesId, kind, ...place, ...made })
    const came = { state: 'held', outcome: 'mixed', settledAt: at, settledBy: userId } as const
    const booked = { language: 'en', bookedAt: at, bookedBy: userId, revision: 1 } as const
    await box.db.owner
      .insert(appointmentBookings)
      .values({ schoolId, id: newId(), slotId, studentId: id, kind, ...came, ...booked })
  }
  const asked = (more: object = {}) => ({
    student_id: id,
    title: { en: 'Report on an application', ar: 'تقرير عن طلب' },
    period: { en: 'Admission 2070/71', ar: '' },
    comment: { en: 'Reads *well*; #1 in {{school.name}}.', ar: '' },
    parts: ['scores', 'appointments', 'documents'],
    commandId: newId(),
    ...more,
  })
  const issue = (more: object = {}, who: Parameters<typeof fileFrom>[1] = registrar) =>
    fileFrom(box, who, issueReport, asked(more))

  it('says what the school knows, what staff have written, and nothing that is for staff or of the highest sensitivity', async () => {
    const given = await issue()
    expect([given.status, given.refused]).toEqual([200, undefined])
    const text = await pdfText(given.bytes)
    for (const said of [
      'Reportonanapplication',
      'LaylaNair',
      'Qatar',
      'Admission2070/71',
      'Entry',
      '100.0%',
      'Interview',
    ])
      expect(text).toContain(said)
    expect(text).toContain('Reads*well*;#1in{{school.name}}.')
    expect(text).toContain('Missing')
    for (const hidden of ['asthma', 'Forstaffalone', 'mixed', 'Vaccination', 'Medical'])
      expect(text).not.toContain(hidden)
    const [letter] = await lettersOf(box, registrar, id)
    expect(letter).toMatchObject({ kind: 'student-report', standing: 'valid', sha256: hashOf(given.bytes) })
  })

  it('leaves out what was not chosen, takes the place of the one before, and is one letter for one command', async () => {
    box.clock.advance(1)
    const commandId = newId()
    const short = { parts: [], comment: null, commandId }
    const given = await issue(short)
    const text = await pdfText(given.bytes)
    for (const left of ['Interview', '100.0%', 'Missing', 'Remarks']) expect(text).not.toContain(left)
    expect(hashOf((await issue({ ...short, title: { en: 'Another', ar: '' } })).bytes)).toBe(hashOf(given.bytes))
    const standings = (await lettersOf(box, registrar, id)).map(({ standing }) => standing)
    expect(standings).toEqual(['valid', 'superseded'])
  })

  it('is nobody’s who may not issue letters, of nobody who is not there, and never without a title', async () => {
    const officer = await signInAs(box, alnoor, 'officer', ['admission-officer'])
    expect((await issue({}, officer)).refused).toBe('access.denied')
    const stranger = await signInAs(box, await makeSchool(box, 'manara'), 'stranger', ['registrar'])
    expect((await issue({}, stranger)).refused).toBe('request.not-found')
    expect((await issue({ title: { en: ' ', ar: '' } })).refused).toBe('request.invalid')
  })
})
