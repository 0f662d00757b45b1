import { expect, it } from 'vitest'
import { columnsOf, columnsText, studentColumns, usualColumns } from './student-columns.ts'

it('shows the known columns of a choice in the order of the list, and the usual ones where there are none', () => {
  expect(columnsOf(['owner', 'status', 'shoe-size'])).toEqual(['status', 'owner'])
  expect(columnsOf(['shoe-size'])).toEqual(usualColumns)
  expect(columnsOf(undefined)).toEqual(usualColumns)
})

it('is read from an address as it was written there', () => {
  for (const columns of [studentColumns, ['status', 'due'] as const]) {
    const text = columnsText(columns)
    expect(text?.length).toBeLessThanOrEqual(100)
    expect(columnsOf(text?.split('.'))).toEqual(columns)
  }
  expect(columnsText(usualColumns)).toBeUndefined()
})
