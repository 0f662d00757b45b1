import { sql } from 'drizzle-orm'
import type { TestSchool } from '#tests/support/factories.ts'
import { makeSchool, makeTill } from '#tests/support/factories.ts'
import type { Box } from '#tests/support/server.ts'

const linesOfSale = 3
const salesOfDay = 1000

/** A school that has sold so many lines, three a sale and a thousand sales a day at five tills, with a refund for each fiftieth sale. */
export async function openSoldSchool(box: Box, code: string, lines: number): Promise<TestSchool & { days: number }> {
  const school = await makeSchool(box, code)
  const { schoolId } = school
  const tills: string[] = []
  for (let no = 0; no < 5; no += 1) tills.push((await makeTill(box, school)).tillId)
  const count = Math.ceil(lines / linesOfSale)
  const days = Math.ceil(count / salesOfDay)
  const till = sql`(array[${sql.join(
    tills.map((id) => sql`${id}::uuid`),
    sql`, `,
  )}])[1 + n % 5]`
  const at = sql.raw(
    `'2029-01-01T05:00:00Z'::timestamptz + make_interval(days => n / ${salesOfDay}, secs => (n % ${salesOfDay}) * 20)`,
  )
  const day = sql.raw(`'2029-01-01'::date + n / ${salesOfDay}`)
  const id = (kind: string, n: string) =>
    sql.raw(`('0190a5a5-0000-7000-${kind}-' || lpad((${n})::text, 12, '0'))::uuid`)
  await box.db.database.tenant(schoolId, async (tx) => {
    await tx.execute(sql`
      insert into sales (school_id, id, shift_id, till_id, epoch, receipt_seq, receipt_no, currency, business_day, sold_at,
        received_at, cashier_id, customer_proof, price_list_version, snapshot_at, gross, discount_total, net, tax, total,
        taxes, flags)
      select ${schoolId}::uuid, ${id('8000', 'n')}, ${id('8001', `n / ${salesOfDay} * 5 + n % 5`)}, ${till}, 1, 1 + n / 5,
        'S-T-1-' || n, 'QAR', ${day}, ${at}, ${at}, ${id('8002', 'n % 7')}, 'none', 1, ${at}, 1500, 0, 1428, 72, 1500,
        '[]', '{}'
      from generate_series(0, ${count - 1}::int) n`)
    await tx.execute(sql`
      insert into sale_lines (school_id, sale_id, n, id, item_id, name, qty_milli, unit_price, modifiers, gross, discount,
        tax_code, rate_ppm, tax, net, allergens)
      select ${schoolId}::uuid, ${id('8000', 'n')}, l, ${id('8003', `n * ${linesOfSale} + l`)}, ${id('8004', '(n * 7 + l) % 120')},
        '{"en": "Chicken shawarma", "ar": "شاورما دجاج"}', 1000, 500, '[]', 500, 0, 'IN', 50000, 24, 476, '{}'
      from generate_series(0, ${count - 1}::int) n cross join generate_series(1, ${linesOfSale}::int) l`)
    await tx.execute(sql`
      insert into tenders (school_id, id, sale_id, kind, amount, given, change, rounding)
      select ${schoolId}::uuid, ${id('8005', 'n')}, ${id('8000', 'n')}, 'cash', 1500, 2000, 500, 0
      from generate_series(0, ${count - 1}::int) n`)
  })
  return { ...school, days }
}
