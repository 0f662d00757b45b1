import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const read = (path: string) => readFileSync(fileURLToPath(new URL(`../../../${path}`, import.meta.url)), 'utf8')

it('every line of what is proved at the admissions desk names a test that is there', () => {
  const rows = read('src/decisions/0049-admissions-guarantees.md')
    .split('\n')
    .flatMap((line) => {
      const [, what = '', file = '', title = ''] = line.split('|').map((cell) => cell.trim())
      return file.includes('/') ? [{ what, file, title }] : []
    })
  expect(rows.length).toBeGreaterThan(30)
  for (const { what, file, title } of rows) expect(read(file), what).toContain(title)
})
