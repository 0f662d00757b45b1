import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { type IngestServer, makeBareSales } from '#tests/bench/ingest/ingest-server.ts'

/** Where the rows go, and how many sales they are. */
interface Filling {
  /** Of the owner, whom neither policies nor foreign keys stop. */
  url: string
  server: IngestServer
  sales: number
  /** Other schools of the same database that have sold as much; their rows have the same ids. */
  neighbours: number
}

const tills = 20
const days = 365
const steps = 25
/** The year ends before the day on which the bench sells. */
export const firstDay = '2025-07-01'

const id = (kind: string, n: string) => `('0197c000-0000-7000-${kind}-' || lpad((${n})::text, 12, '0'))::uuid`

/**
 * Writes a year of a school's sales, in order of time, as ingesting leaves them: operations whole, sales of two lines, tenders, and for
 * every second one an entry in a pupil's account.
 */
export async function fillYear({ url, server, sales, neighbours }: Filling): Promise<void> {
  const [till] = server.tills
  if (!till) throw new Error('no till')
  const { school, customers, cashier } = server.canteen
  // What the log keeps of a sale, as long as a real one.
  const envelope = JSON.stringify(makeBareSales(till, 1).ops[0])
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`set session_replication_role = replica`)
  await client.query(
    `create temporary table pupils as select row_number() over () - 1 as no, c as id from unnest($1::uuid[]) c`,
    [customers],
  )
  await client.query(
    `create temporary table sold (n int, day date, at timestamptz, shift uuid, till uuid, seq int, customer uuid)`,
  )
  const schools = [school.schoolId, ...Array.from({ length: neighbours }, () => randomUUID())]
  for (const schoolId of schools) await client.query(shiftRows, [schoolId, cashier])
  for (let step = 0; step < steps; step += 1) {
    const from = Math.floor((sales * step) / steps)
    const to = Math.floor((sales * (step + 1)) / steps) - 1
    await client.query('truncate sold')
    await client.query(
      `insert into sold select n, day, day + make_interval(secs => 18000 + n % 21600), ${id('8001', `(day - '${firstDay}'::date) * ${tills} + n % ${tills}`)},
        ${id('8006', `n % ${tills}`)}, 1 + n / ${tills}, p.id
      from generate_series($1::int, $2::int) n
      cross join lateral (select '${firstDay}'::date + (n::bigint * ${days} / $3::int)::int as day) d
      left join pupils p on n % 2 = 0 and p.no = (n / 2)::bigint * 7919 % $4::int`,
      [from, to, sales, customers.length],
    )
    for (const schoolId of schools) {
      for (const [statement, given] of statements)
        await client.query(statement, [schoolId, ...(given ? [{ cashier, envelope }[given]] : [])])
    }
  }
  await client.query('vacuum analyze')
  await client.end()
}

/** Each till has a shift on each day, closed with nearly what should be in its drawer. */
const shiftRows = `insert into shifts (school_id, id, till_id, device_id, epoch, no, currency, business_day, float_amount, opened_by,
    opened_at, closed_by, closed_at, counted_cash)
  select $1::uuid, ${id('8001', 'n')}, ${id('8006', `n % ${tills}`)}, ${id('8009', `n % ${tills}`)}, 1, n / ${tills} + 1, 'QAR', d.day, 10000,
    $2::uuid, d.day + interval '5 hours', $2::uuid, d.day + interval '12 hours', 10000 + n % 7
  from generate_series(0, ${days * tills} - 1) n
  cross join lateral (select '${firstDay}'::date + n / ${tills} as day) d`

/** With what they are given beside the school. */
const statements: [statement: string, given?: 'cashier' | 'envelope'][] = [
  [
    `insert into sales (school_id, id, shift_id, till_id, epoch, receipt_seq, receipt_no, currency, business_day, sold_at,
        received_at, cashier_id, customer_id, customer_proof, price_list_version, snapshot_at, gross, discount_total, net, tax,
        total, taxes, flags)
      select $1::uuid, ${id('8000', 'n')}, shift, till, 1, seq, 'S-T-1-' || seq, 'QAR', day, at, at, $2::uuid, customer,
        case when customer is null then 'none' else 'card' end, 4, at, 1500, 0, 1428, 72, 1500,
        '[{"code": "IN", "ratePpm": 50000, "included": true, "net": 1428, "tax": 72}]', '{}'
      from sold`,
    'cashier',
  ],
  [
    `insert into sale_lines (school_id, sale_id, n, id, item_id, name, qty_milli, unit_price, modifiers, gross, discount,
        tax_code, rate_ppm, tax, net, allergens)
      select $1::uuid, ${id('8000', 'n')}, l, ${id('8003', 'n::bigint * 2 + l')}, ${id('8004', '(n::bigint * 7 + l) % 120')},
        '{"en": "Chicken shawarma", "ar": "شاورما دجاج"}', 1000, 750, '[]', 750, 0, 'IN', 50000, 36, 714, '{milk}'
      from sold cross join generate_series(1, 2) l`,
  ],
  [
    `insert into tenders (school_id, id, sale_id, kind, amount, given, change, rounding, customer_id)
      select $1::uuid, ${id('8005', 'n')}, ${id('8000', 'n')}, case when customer is null then 'cash' else 'account' end, 1500,
        case when customer is null then 2000 end, case when customer is null then 500 end, case when customer is null then 0 end,
        customer
      from sold`,
  ],
  [
    `insert into account_entries (school_id, id, customer_id, kind, amount, source_id, business_day, effective_at, recorded_at)
      select $1::uuid, ${id('8007', 'n')}, customer, 'sale', -1500, ${id('8005', 'n')}, day, at, at
      from sold where customer is not null`,
  ],
  [
    `insert into sync_ops (school_id, op_id, device_id, install_epoch, stream, seq, hash, kind, v, envelope, outcome, flags,
        received_at)
      select $1::uuid, ${id('8008', 'n')}, ${id('8009', `n % ${tills}`)}, ${id('800a', `n % ${tills}`)},
        'till/' || ${id('8009', `n % ${tills}`)}, seq, repeat('0', 64), 'pos.sale', 1, $2::jsonb, 'applied', '{}', at
      from sold`,
    'envelope',
  ],
]
