import { expect, it } from 'vitest'
import type { StudentWork } from '#shared/students/student-work.contract.ts'
import { withoutNotices } from './file.api.ts'

const row = (of: 'task' | 'notice') =>
  ({ next: { of, on: '2030-01-01', task: null }, offerEndsAt: null }) as unknown as StudentWork['rows'][number]

it('remembers what is due, and of nobody that the regulator is to be told', () => {
  const work = { today: '2030-01-01', rows: [row('task'), row('notice')], next: null } as unknown as StudentWork
  const { rows } = withoutNotices(work)
  expect(rows.map(({ next }) => next?.of)).toEqual(['task', undefined])
})
