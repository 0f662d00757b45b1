import { expect, test } from 'vitest'
import { nearestTests } from './check-changed.ts'

const importers = new Map([
  ['src/a/money.ts', ['src/a/money.test.ts', 'src/b/sale.ts', 'src/a/fee.test.ts', 'tests/flows/a.test.ts']],
  ['src/b/sale.ts', ['tests/flows/b.test.ts', 'src/a/money.ts', 'tests/servers/kill.test.ts']],
])

test('the tests beside a file come first, those farther away later, those of whole servers never', () => {
  expect(nearestTests(['src/a/money.ts'], importers)).toEqual([
    'src/a/money.test.ts',
    'src/a/fee.test.ts',
    'tests/flows/a.test.ts',
    'tests/flows/b.test.ts',
  ])
})

test('at equal distance tests of the same domain come first', () => {
  const graph = new Map([
    ['src/server/features/pos/pos.view.ts', ['tests/flows/forms/x.test.ts', 'tests/flows/pos/x.test.ts']],
  ])
  expect(nearestTests(['src/server/features/pos/pos.view.ts'], graph)).toEqual([
    'tests/flows/pos/x.test.ts',
    'tests/flows/forms/x.test.ts',
  ])
})

test('a changed test is run itself, and a file that nobody imports has none', () => {
  expect(nearestTests(['tests/flows/a.test.ts', 'src/c/alone.ts'], importers)).toEqual(['tests/flows/a.test.ts'])
})
