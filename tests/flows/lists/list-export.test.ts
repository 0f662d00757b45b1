import { sql } from 'drizzle-orm'
import { expect, it, onTestFinished } from 'vitest'
import { maxExported } from '#shared/lists/list-columns.rules.ts'
import { balanceExport } from '#shared/pos/pupil-account.contract.ts'
import { makeSchool } from '#tests/support/factories.ts'
import { linesFrom } from '#tests/support/records/export-kit.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { call, openBox } from '#tests/support/server.ts'

it('a list of a hundred thousand leaves the house, and one of a row more is refused and noted as nothing', async () => {
  const box = await openBox('postgres')
  onTestFinished(() => box.close())
  const many = await makeSchool(box, 'many')
  const finance = await signInAs(box, many, 'finance', ['finance'])
  const add = (from: number, to: number) =>
    box.db.owner.execute(sql`
      insert into customers (school_id, id, admission_no, name, class_name, allergens, diet, overdraft, active, version)
      select ${many.schoolId}, gen_random_uuid(), n::text, '{"en":"Sara","ar":""}', '1-A', '{}', '{}', 0, true, 1
      from generate_series(${from}::int, ${to}::int) n`)
  await add(1, maxExported)
  const asked = { columns: ['admissionNo'] }
  expect(await linesFrom(box, finance, balanceExport, asked)).toHaveLength(1 + maxExported)
  // A search finds the people it means wherever they stand, also beyond what a file may hold.
  await add(999_998, 999_999)
  const sought = await linesFrom(box, finance, balanceExport, { ...asked, filter: { text: '999999' } })
  expect(sought.slice(1)).toEqual(['999999'])
  const refused = await call(box.app, finance, balanceExport, { language: 'en', format: 'csv', ...asked })
  expect([refused.status, refused.body.messageId]).toEqual([413, 'request.too-large'])
  const { rows } = await box.db.owner.execute<{ n: number }>(
    sql`select count(*)::int as n from audit_events where what = 'list-exported'`,
  )
  expect(rows[0]?.n).toBe(2)
})
