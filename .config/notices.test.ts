import { join } from 'node:path'
import { expect, it } from 'vitest'
import { noticeOf, packageFolder } from './notices.ts'

it('finds the package of a file, also of one inside another package', () => {
  expect(packageFolder('/app/node_modules/react/cjs/react.js')).toBe('/app/node_modules/react')
  expect(packageFolder('\0/app/node_modules/@mantine/core/esm/a.mjs?x')).toBe('/app/node_modules/@mantine/core')
  expect(packageFolder('/app/node_modules/a/node_modules/b/i.js')).toBe('/app/node_modules/a/node_modules/b')
  expect(packageFolder('node_modules/@a/b/c.woff2')).toBe('node_modules/@a/b')
  expect(packageFolder('/app/src/client/main.tsx')).toBeUndefined()
})

it('says who made a package and under which licence, fonts too', () => {
  const noticeFor = (name: string) => noticeOf(join(import.meta.dirname, '../node_modules', name))
  expect(noticeFor('react')).toMatch(/^react [\d.]+ · MIT\n=+\n[^]*Copyright \(c\) Meta[^]*WITHOUT WARRANTY/)
  expect(noticeFor('@fontsource-variable/vazirmatn')).toMatch(/SIL OPEN FONT LICENSE/i)
  expect(noticeFor('qrcode-generator')).toMatch(
    /Copyright \(c\) Kazuhiko Arase\nThe text of the licence is in licences.txt/,
  )
})
