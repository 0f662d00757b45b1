import { expect, it } from 'vitest'
import { actKind } from './act-kind.ts'

it('has one leading button: approving, until something is asked for', () => {
  expect((['approve', 'reject', 'waive'] as const).map((act) => actKind(act, undefined))).toEqual([
    'main',
    'bad',
    'plain',
  ])
  expect((['approve', 'reject', 'waive'] as const).map((act) => actKind(act, 'approve'))).toEqual([
    'plain',
    'plain',
    'plain',
  ])
})
