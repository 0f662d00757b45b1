import { expect, it } from 'vitest'
import { cedsGrade } from './roster-files.rules.ts'

it('knows the grades of the binding, and none that every object has as a property', () => {
  expect(['KG1', 'KG2', '1', '13', '14', 'constructor', 'toString'].map(cedsGrade)).toEqual([
    'PK',
    'KG',
    '01',
    '13',
    '',
    '',
    '',
  ])
})
