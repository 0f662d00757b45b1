import { expect, it } from 'vitest'
import { checkAnswers } from '#shared/forms/form-check.rules.ts'
import { formStudents } from '#shared/forms/form-students.rules.ts'
import { businessDay } from '#shared/kernel/time.ts'
import { buildDemoSchools, demoSeed } from '../build-demo-schools.ts'
import { parentsOf } from './demo-parents.ts'
import { applicantsOf, applicationOf } from './write-applications.ts'

const today = businessDay(Date.parse('2026-11-21T09:00:00Z'), 'Asia/Qatar', 0)

it.each(buildDemoSchools(demoSeed, today).map((school) => [school.code, school] as const))(
  'what families of %s wrote fits the form, and is about the child that the list has',
  (_code, school) => {
    const form = school.forms['admission']
    if (!form) throw new Error('no form of admission')
    const applicants = applicantsOf(school)
    expect(applicants.length).toBeGreaterThan(8)
    for (const { first, student } of applicants) {
      const answers = applicationOf(student, parentsOf(school, first, student))
      expect(checkAnswers(form, answers, { scope: 'public', today })).toEqual([])
      const { name, birthDate, nationality, entryYear, grade } = student
      const live = { nameLatin: name.en, nameArabic: name.ar, birthDate, nationality, entryYear, grade }
      expect(formStudents(form, answers)).toMatchObject([live])
    }
  },
)
