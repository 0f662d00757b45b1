import { expect, it } from 'vitest'
import { firstName } from './first-name.rules.ts'

it.each([
  ['Sara Al Mana', 'Sara'],
  ['Abdul Rahman Al Thani', 'Abdul Rahman'],
  ['عبد الله آل ثاني', 'عبد الله'],
  ['ليلى درويش', 'ليلى'],
  ['  Omar ', 'Omar'],
  ['عبد', 'عبد'],
  ['', null],
  [null, null],
])('keeps of %j the first name alone', (name, first) => {
  expect(firstName(name)).toBe(first)
})
