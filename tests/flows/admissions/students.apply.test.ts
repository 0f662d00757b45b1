import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultForms } from '#server/features/forms/defaults/default-forms.ts'
import { persons } from '#server/features/forms/people/person.table.ts'
import { students } from '#server/features/students/student.table.ts'
import { studentChanges } from '#server/features/students/student-change.table.ts'
import { studentFunnel } from '#shared/admissions/student-file.contract.ts'
import { businessDay, dayMs, toInstant } from '#shared/kernel/time.ts'
import { pushOps } from '#shared/sync/sync.contract.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { fillForm } from '#tests/support/forms/fill-form.ts'
import { publish, testForm } from '#tests/support/forms/test-form.ts'
import { makeVisitor } from '#tests/support/forms/visitor-kit.ts'
import { listStudents, makeStudents, signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

const both = (text: string) => ({ en: text, ar: text })

describe.each(engines)('an application on %s', (engine) => {
  let box: Box
  let school: TestSchool
  let officer: Caller
  const { admission } = defaultForms({ firstYear: 2031, ages: undefined })

  beforeAll(async () => {
    box = await openBox(engine)
    school = await makeSchool(box, 'alnoor')
    officer = await signInAs(box, school, 'officer', ['admission-officer'])
    if (!admission) throw new Error('no form of admission')
    await publish(box, school, admission, 'admission')
    const family = testForm()
    family.purpose = 'admission'
    family.subject = { block: 'children', name: 'name', birthDate: 'dob' }
    family.pages[0]?.sections[0]?.parts.push({ type: 'text', key: 'source', label: both('Source') })
    for (const part of family.pages[0]?.sections[0]?.parts ?? [])
      if (part.type === 'repeat')
        part.fields.push(
          { type: 'text', key: 'level', label: both('Level') },
          { type: 'text', key: 'nationality', label: both('From') },
        )
    await publish(box, school, family, 'family')
    await publish(box, school)
  })
  afterAll(() => box.close())

  const handIn = async (kind: 'admission.submit' | 'enquiry.submit', form: string, answers: object) => {
    const visitor = await makeVisitor(box, school)
    const op = visitor.op(kind, { form, answers: { ...answers } })
    const pushed = await visitor.push([op])
    const again = await visitor.push([op])
    expect([pushed.status, again.status]).toEqual([200, 200])
    return { id: op.opId, outcome: pushOps.reply.parse(pushed.body).results[0]?.outcome }
  }

  it('makes one student of the child, once, with what the form says of it and a history that begins', async () => {
    if (!admission) throw new Error('no form of admission')
    const today = businessDay(box.clock.nowMs(), 'UTC', 0)
    const file = () => {
      throw new Error('nothing needed is a file')
    }
    const answers = {
      ...fillForm(admission, { today, amount: 'needed', variant: 0, file }),
      legal_name: 'سارة أحمد المناعي',
      legal_name_ar: '',
      dob: '2026-04-05',
      nationality: 'QA',
      entry_year: '2031',
      grade: 'KG2',
    }
    const { id, outcome } = await handIn('admission.submit', 'admission', answers)
    expect(outcome).toBe('applied')
    const { students: found } = await listStudents(box, officer, { filter: { text: 'المناعى' } })
    expect(found).toHaveLength(1)
    expect(found[0]).toMatchObject({
      student_name: null,
      student_name_ar: 'سارة أحمد المناعي',
      sims_admission_status: 'N',
      status: 'new',
      birthDate: '2026-04-05',
      nationality: 'QA',
      entryYear: 2031,
      grade: 'KG2',
      source: null,
      language: 'en',
      owner: null,
      revision: 1,
      appliedAt: toInstant(box.clock.nowMs()),
    })
    const [row] = (await box.db.owner.select().from(students)).filter(({ submissionId }) => submissionId === id)
    const [person] = (await box.db.owner.select().from(persons)).filter(({ submissionId }) => submissionId === id)
    expect([row?.place, row?.personId]).toEqual([0, person?.id])
    const history = (await box.db.owner.select().from(studentChanges)).filter(({ studentId }) => studentId === row?.id)
    expect(history).toMatchObject([{ fromStatus: null, toStatus: 'new', mover: 'family', byUser: null, revision: 1 }])
  })

  const countAll = async () => (await listStudents(box, officer)).about?.total ?? 0

  it('of several children makes one for each, under one reference; an enquiry makes none, nor does what does not fit', async () => {
    const before = await countAll()
    const children = [
      { name: 'Omar Adel', dob: '2024-02-29', nationality: 'EG' },
      { name: 'ليلى عادل', dob: '2025-01-01' },
    ]
    const { id } = await handIn('admission.submit', 'family', { name: 'Adel', children, source: 'friend' })
    const { students: found } = await listStudents(box, officer, { filter: { text: 'adel' } })
    expect(found.map(({ student_name }) => student_name)).toEqual(['Omar Adel'])
    const rows = (await box.db.owner.select().from(students)).filter(({ submissionId }) => submissionId === id)
    expect(rows.map(({ nameArabic, nationality, source }) => [nameArabic, nationality, source])).toEqual([
      [null, 'EG', 'friend'],
      ['ليلى عادل', null, 'friend'],
    ])
    expect(new Set(rows.map(({ reference }) => reference)).size).toBe(1)
    expect(new Set(rows.map(({ personId }) => personId)).size).toBe(2)
    await handIn('enquiry.submit', 'enquiry', { name: 'Hind', children: [{ name: 'Noor' }] })
    expect((await handIn('admission.submit', 'family', { name: 'Adel' })).outcome).not.toBe('applied')
    expect(await countAll()).toBe(before + 2)
  })

  it('is counted on its way as of a day, with the days between two stages', async () => {
    const manara = await makeSchool(box, 'manara')
    const head = await signInAs(box, manara, 'head', ['head'])
    const startMs = Date.parse('2030-01-10T20:59:00.000Z')
    const [a, b, c] = await makeStudents(box, manara, 3, (no) => ({
      status: 'new',
      appliedAt: toInstant(startMs),
      entryYear: no === 2 ? 2031 : 2030,
      grade: no === 0 ? 'KG1' : null,
      source: null,
    }))
    let revision = 1
    const step = (of: typeof a, toStatus: 'shortlisted' | 'waiting' | 'offer-out', days: number) => {
      const at = toInstant(startMs + days * dayMs)
      const row = {
        schoolId: manara.schoolId,
        id: crypto.randomUUID(),
        studentId: of?.id ?? '',
        revision: (revision += 1),
      }
      const change = { ...row, fromStatus: 'new' as const, toStatus, mover: 'officer' as const }
      return box.db.owner.insert(studentChanges).values({ ...change, decidedAt: at, recordedAt: at })
    }
    await step(a, 'shortlisted', 2)
    await step(a, 'offer-out', 5)
    await step(b, 'shortlisted', 4)
    await step(c, 'waiting', 1)
    await step(c, 'offer-out', 9)
    const funnel = async (asked: object) =>
      studentFunnel.reply.parse((await call(box.app, head, studentFunnel, asked)).body)
    const reached = async (asked: object) => (await funnel(asked)).stages.map((each) => each.reached)
    // 20:59 UTC is one minute before midnight in Qatar.
    expect(await reached({ asOf: '2030-01-09' })).toEqual([0, 0, 0, 0, 0, 0, 0])
    expect(await reached({ asOf: '2030-01-10' })).toEqual([0, 3, 0, 0, 0, 0, 0])
    expect(await reached({ asOf: '2030-01-14' })).toEqual([0, 3, 2, 0, 0, 0, 0])
    // Offered from the waiting list: beyond the short list, without having stood on it.
    expect(await reached({})).toEqual([0, 3, 3, 2, 0, 0, 0])
    expect(await reached({ entryYear: 2031 })).toEqual([null, 1, 1, 1, 0, 0, 0])
    expect(await reached({ grade: 'KG1', entryYear: 2031 })).toEqual([null, 0, 0, 0, 0, 0, 0])
    expect(await reached({ grade: 'KG1' })).toEqual([null, 1, 1, 1, 0, 0, 0])
    expect((await funnel({ grade: 'KG1' })).byGrade).toEqual([{ grade: 'KG1', count: 1 }])
    expect([await reached({ source: 'web', grade: 'KG1' }), await reached({ nationality: 'XX' })]).toEqual([
      [null, 0, 0, 0, 0, 0, 0],
      [null, 0, 0, 0, 0, 0, 0],
    ])
    const { stages, byGrade, bySource, asOf } = await funnel({})
    expect(stages.map(({ medianDays }) => medianDays)).toEqual([null, null, 3, 3, null, null, null])
    expect(byGrade).toEqual([
      { grade: null, count: 2 },
      { grade: 'KG1', count: 1 },
    ])
    expect([bySource, asOf]).toEqual([[{ source: null, count: 3 }], '2030-03-03'])
    const own = await call(box.app, officer, studentFunnel)
    expect(
      studentFunnel.reply
        .parse(own.body)
        .stages.slice(0, 2)
        .map((each) => each.reached),
    ).toEqual([1, 3])
  })
})
