import { expect, it } from 'vitest'
import type { SpendingRule } from '#shared/pos/spending/spending-rule.contract.ts'
import { isGone } from './rule-list.tsx'
import type { Foods } from './spending.api.ts'

it('marks a rule about food that is not sold any more, itself or with its category', () => {
  const foods = {
    categories: [
      { id: 'open', active: true },
      { id: 'closed', active: false },
    ],
    items: [
      { id: 'juice', active: true, categoryId: 'open' },
      { id: 'cake', active: false, categoryId: 'open' },
      { id: 'ice', active: true, categoryId: 'closed' },
    ],
  } as unknown as Foods
  const gone = (target: string) => isGone({ terms: { kind: 'no-item', target } }, foods)
  expect(['juice', 'cake', 'ice', 'open', 'closed', 'unknown'].map(gone)).toEqual([
    false,
    true,
    true,
    false,
    true,
    false,
  ])
  expect(isGone({ terms: { kind: 'day', most: 100 } as SpendingRule['terms'] }, foods)).toBe(false)
})
