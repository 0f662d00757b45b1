import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publishForm, servedForm } from '#server/features/forms/form.service.ts'
import { findingFor } from '#server/features/admissions/eligibility/student-age.service.ts'
import { paperSchool } from '#server/features/letters/templates/letter-school.service.ts'
import { schoolDetails } from '#shared/school/school.contract.ts'
import { readSchoolDetails } from '#shared/school/school-read.contract.ts'
import { gradeNameOf } from '#shared/school/school-grades.rules.ts'
import { seatSet } from '#shared/students/seat.contract.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { testForm } from '#tests/support/forms/test-form.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'
import { setSettings, settingsOf } from './settings-kit.ts'

const nursery = { code: 'FS1', name: { en: 'Foundation 1', ar: 'التأسيس الأول' }, age: 3 }
const reception = { code: 'FS2', name: { en: 'Foundation 2', ar: 'التأسيس الثاني' }, age: 4 }
const grades = [nursery, reception]

describe.each(engines)('grades and school years on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  let maha: Caller

  beforeAll(async () => {
    box = await openBox(engine)
    alnoor = await makeSchool(box, 'alnoor')
    maha = await signInAs(box, alnoor, 'maha', ['admin', 'registrar'])
  })
  afterAll(() => box.close())

  const details = async () =>
    readSchoolDetails(schoolDetails.reply.parse((await call(box.app, { school: 'alnoor' }, schoolDetails)).body))

  it('begin with the usual grades, and the country’s ages where they are known', async () => {
    const { values } = (await settingsOf(box, maha)).grades
    expect(values.grades).toHaveLength(15)
    expect(values.grades[1]).toEqual({ code: 'KG1', name: { en: 'KG 1', ar: 'روضة 1' }, age: null })
    expect(values).toMatchObject({ intake: 'autumn', cutOff: '' })
    expect((await details())?.grades).toBeUndefined()
  })

  it('reach every screen by the school’s details, and letters by their names', async () => {
    expect((await setSettings(box, maha, 'grades', { grades, cutOff: '09-30' })).status).toBe(200)
    expect((await details())?.grades).toEqual(grades.map(({ code, name }) => ({ code, name })))
    const school = await box.db.database.tenant(alnoor.schoolId, (tx) => paperSchool(tx, alnoor.schoolId))
    expect(gradeNameOf(school.grades, 'FS1')).toEqual(nursery.name)
  })

  it('decide by the school’s own cut-off day which grade a form suggests and whether a child is too young', async () => {
    const { schoolId } = alnoor
    const by = { userId: null, at: '2030-03-01T00:00:00.000Z' }
    const child = { schoolId, submissionId: null, grade: 'FS2', entryYear: 2030 }
    await box.db.database.tenant(schoolId, async (tx) => {
      await publishForm(tx, schoolId, 'try', testForm(), by)
      const form = await servedForm(tx, schoolId, 'try')
      expect(form?.definition.ages).toMatchObject({ intake: 'autumn', rules: [{ source: 'school', cutOff: '09-30' }] })
      expect(await findingFor(tx, { ...child, birthDate: '2026-09-30' })).toBeNull()
      const young = await findingFor(tx, { ...child, birthDate: '2026-10-01' })
      expect(young).toMatchObject({ kind: 'too-young', ageAsked: 4, cutOff: '2030-09-30', source: 'school' })
    })
  })

  it('keep a grade that is in use, and say where', async () => {
    const place = { campus: '', entryYear: 2030, grade: 'FS1', stream: '' }
    const set = await call(box.app, maha, seatSet, { place, seats: 20, overOffer: 0, revision: 0 })
    expect(set.status).toBe(200)
    expect((await settingsOf(box, maha)).usedGrades).toContainEqual({ code: 'FS1', by: ['seats'] })
    const gone = await setSettings(box, maha, 'grades', { grades: [reception] })
    expect([gone.status, gone.body]).toMatchObject([409, { messageId: 'settings.grade-used', field: 'FS1' }])
    const renamed = [{ ...nursery, name: { en: 'Nursery', ar: 'الحضانة' } }]
    expect((await setSettings(box, maha, 'grades', { grades: renamed })).status).toBe(200)
    expect((await details())?.grades).toEqual([{ code: 'FS1', name: { en: 'Nursery', ar: 'الحضانة' } }])
  })

  it.each([
    ['grades.twice', { grades: [nursery, nursery] }],
    ['grades.0.code', { grades: [{ ...nursery, code: 'صف' }] }],
    ['grades.0.age', { grades: [{ ...nursery, age: 99 }] }],
    ['grades', { grades: [] }],
    ['cutOff', { cutOff: '02-30' }],
  ])('refuse what cannot be: %s', async (field, wrong) => {
    expect((await setSettings(box, maha, 'grades', wrong)).body).toMatchObject({
      messageId: 'request.invalid',
      field: `settings.values.${field}`,
    })
  })

  it('give the school years to the screens that ask for a first day', async () => {
    const term = { name: { en: 'Autumn', ar: 'الخريف' }, startsOn: '2030-08-25', endsOn: '2030-12-12' }
    const year = { startsOn: '2030-08-25', endsOn: '2031-06-19', terms: [term] }
    expect((await setSettings(box, maha, 'years', { years: [year] })).status).toBe(200)
    expect((await details())?.years).toEqual([{ startsOn: '2030-08-25', endsOn: '2031-06-19' }])
    const outside = { ...year, terms: [{ ...term, endsOn: '2031-07-01' }] }
    expect((await setSettings(box, maha, 'years', { years: [outside] })).body.field).toBe(
      'settings.values.years.0.outside',
    )
    expect((await setSettings(box, maha, 'years', { years: [year, year] })).body.field).toBe(
      'settings.values.years.order',
    )
  })
})
