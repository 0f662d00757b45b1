import { expect, it } from 'vitest'
import { foundPages } from './search-groups.ts'

const pages = [
  { to: '/dashboard', name: 'لوحة المتابعة' },
  { to: '/pos/report', name: 'الورديات' },
  { to: '/faces/record', name: 'سجلّ الوجوه' },
]
const found = (text: string) => foundPages(text, pages).map(({ to }) => to)

it('finds a page by its name as it is written or typed, and by its address', () => {
  expect(found('سجل')).toEqual(['/faces/record'])
  expect(found('الوجوه سجل')).toEqual(['/faces/record'])
  expect(found('dash')).toEqual(['/dashboard'])
  expect(found('re')).toEqual(['/pos/report', '/faces/record'])
  expect(found('')).toEqual([])
  expect(found('xyz')).toEqual([])
})
