import { expect, it } from 'vitest'
import { GradesInput } from '#shared/school/settings/grade-settings.contract.ts'
import { gradesDraft, gradesIn } from './grades-draft.ts'

const values = {
  grades: [{ code: 'KG1', name: { en: 'KG 1', ar: 'روضة 1' }, age: 4 }],
  intake: 'autumn' as const,
  cutOff: '',
}

it('reads an age in either digits, leaves an empty one out, and has anything else refused', () => {
  const draft = gradesDraft(values)
  expect(gradesIn(draft)).toEqual(values)
  const typed = (age: string) => gradesIn({ ...draft, grades: draft.grades.map((grade) => ({ ...grade, age })) })
  expect(typed('٥')).toMatchObject({ grades: [{ age: 5 }] })
  expect(typed(' ')).toMatchObject({ grades: [{ age: null }] })
  for (const age of ['four', '4.5', '0'])
    expect(GradesInput.safeParse(typed(age)).error?.issues[0]?.path).toEqual(['grades', 0, 'age'])
})
