import { expect, it } from 'vitest'
import { studentFunnel } from '#shared/admissions/student-file.contract.ts'
import { waitingList } from '#shared/admissions/waiting-list.contract.ts'
import type { Endpoint } from '#shared/kernel/endpoint.ts'
import { seatList } from '#shared/students/seat.contract.ts'
import { endpoints } from '#tests/support/checks/endpoints.ts'
import { accepts, schemasBelow } from '#tests/support/checks/input-schemas.ts'

/*
 * A number, a year or a day that no column holds is refused by the type of the input, so that no query ever meets it.
 */

const outside: Readonly<Record<'number' | 'date' | 'datetime', readonly unknown[]>> = {
  number: [2 ** 31, -(2 ** 31) - 1],
  date: ['0000-01-01', '0001-01-01', '1899-12-31', '2201-01-01', '9999-12-31'],
  datetime: ['0000-01-01T00:00:00.000Z', '1899-12-31T23:59:59.000Z', '2201-01-01T00:00:00.000Z'],
}

/** Inputs that hold larger numbers, or any day, and why that is no fault. */
const exempt: readonly RegExp[] = [
  // Amounts of money lie in bigint columns.
  /(?:[aA]mount|Minor|\.balance|\.known\.(?:received|due))$/,
  // Versions of the school's counter are bigint.
  /\.cursors\.\w+$|\.held\.version$/,
  // A batch is never refused for one number or a device's clock: ingest clamps each of them.
  /^post \/sync\/ops\.|^post \/devices\/pair\.formerLife\./,
  // A saved filter is the query of an address, kept as JSON.
  /^post \/student\/filters\.saved\.address$/,
  // Compared in memory with what the device holds.
  /^post \/faces\/gallery\.held\.count$/,
]

function unbounded(each: Endpoint): string[] {
  const found: string[] = []
  for (const [path, schema, def] of schemasBelow(each.body, `${each.method} ${each.path}`)) {
    if (exempt.some((pattern) => pattern.test(path))) continue
    const kind = def.type === 'number' ? 'number' : def.format
    if (kind !== 'number' && kind !== 'date' && kind !== 'datetime') continue
    const taken = outside[kind].filter((value) => accepts(schema, value))
    if (taken.length > 0) found.push(`${path} takes ${taken.join(', ')}`)
  }
  return found
}

it('every number and day of every input is bounded by its type', () => {
  expect(endpoints.length).toBeGreaterThan(200)
  expect([...new Set(endpoints.flatMap(unbounded))]).toEqual([])
})

it.each([seatList, waitingList, studentFunnel])('an empty year in an address is no year: $path', ({ path, body }) => {
  const asked = (entryYear: string) => body.safeParse({ entryYear, grade: 'KG1' }).success
  expect([path, asked(''), asked('2030')]).toEqual([path, false, true])
})
