import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { createSchool, type SchoolRow, type StartStep } from '#server/features/school/create-school.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { addFirstAdministrator, type FirstAdministrator, type Invitation } from './first-administrator.service.ts'

interface NewAddress {
  deps: Deps
  row: SchoolRow
  /** Origin of the school, for links in emails. */
  address: string
  /** What each domain gives a new school. */
  steps: readonly StartStep[]
}

/**
 * Creates a school, records that, and invites its first administrator where one is named; in the new school's transaction.
 * @returns undefined when the code is taken: nothing is written then
 */
export async function createWithAdministrator(
  tx: Tx,
  { deps, row, address, steps }: NewAddress,
  administrator: FirstAdministrator | undefined,
): Promise<{ invitation: Invitation | undefined } | undefined> {
  if (!(await createSchool(tx, row, steps))) return undefined
  const ctx = { deps, school: { ...row, cutoverMinute: row.cutoverMinute ?? 0 }, origin: address }
  await recordAuditEvent(tx, ctx, 'school-created', { about: null, facts: {}, by: null })
  return { invitation: administrator && (await addFirstAdministrator(tx, ctx, administrator)) }
}
