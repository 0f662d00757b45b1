import {
  accountBalances,
  accountEntries,
  customers,
  pupilAccounts,
} from '#server/features/pos/accounts/customer.table.ts'
import { familyChildren } from '#server/features/students/family/family.table.ts'
import { CustomerId } from '#shared/kernel/fields.ts'
import { minor } from '#shared/kernel/money.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { TestSchool } from '#tests/support/factories.ts'
import type { Box } from '#tests/support/server.ts'
import { makeStudent } from '#tests/support/records/students-made.ts'

/** A child at the school with a card and 20.00 on its account, whom this address sees. */
export async function makeFamilyPupil(
  box: Box,
  school: TestSchool,
  { email, admissionNo }: { email: string; admissionNo: string },
): Promise<{ studentId: string; customerId: CustomerId }> {
  const { schoolId } = school
  const { id } = await makeStudent(box, school, { status: 'confirmed' })
  const account = CustomerId.parse(crypto.randomUUID())
  const at = toInstant(box.clock.nowMs())
  const pupilRow = {
    name: { en: 'Sara', ar: 'سارة' },
    className: '1-A',
    cardNo: `C${admissionNo}`,
    allergens: ['nuts' as const],
  }
  const none = { diet: [], dailyLimit: minor(2500), overdraft: minor(500), active: true, version: 1 }
  await box.db.owner.insert(customers).values({ schoolId, id: account, admissionNo, ...pupilRow, ...none })
  const entry = {
    kind: 'topup' as const,
    amount: minor(2000),
    sourceId: crypto.randomUUID(),
    businessDay: '2030-03-03',
  }
  await box.db.owner
    .insert(accountEntries)
    .values({ schoolId, id: crypto.randomUUID(), customerId: account, ...entry, effectiveAt: at, recordedAt: at })
  await box.db.owner
    .insert(accountBalances)
    .values({ schoolId, customerId: account, balance: minor(2000), spentOn: null, spent: minor(0), version: 1 })
  await box.db.owner
    .insert(pupilAccounts)
    .values({ schoolId, studentId: id, customerId: account, isOurs: true, state: 'open', openedAt: at })
  await box.db.owner
    .insert(familyChildren)
    .values({ schoolId, studentId: id, email, givenAt: at, givenBy: null, gaveRole: false, endedAt: null })
  return { studentId: id, customerId: account }
}
