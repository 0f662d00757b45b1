import { latinDigits } from '#shared/kernel/digits.ts'
import type { SettingsValues } from '#shared/school/settings/school-settings.contract.ts'

type Values = SettingsValues<'grades'>

/** A grade as it is typed; the age is empty where none decides. */
export type GradeDraft = Omit<Values['grades'][number], 'age'> & { age: string }
export type GradesDraft = Omit<Values, 'grades'> & { grades: GradeDraft[] }

export const gradesDraft = ({ grades, ...rest }: Values): GradesDraft => ({
  ...rest,
  grades: grades.map((grade) => ({ ...grade, age: grade.age === null ? '' : String(grade.age) })),
})

/** Returns the values to save; an age that is no number is left for the check to refuse. */
export const gradesIn = ({ grades, ...rest }: GradesDraft): unknown => ({
  ...rest,
  grades: grades.map((grade) => ({
    ...grade,
    code: grade.code.trim(),
    age: grade.age.trim() === '' ? null : Number(latinDigits(grade.age)),
  })),
})
