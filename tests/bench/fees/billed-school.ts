import { sql } from 'drizzle-orm'
import { feePayers } from '#server/features/fees/setup/fee-payer.table.ts'
import { customers, pupilAccounts } from '#server/features/pos/accounts/customer.table.ts'
import { schoolClasses } from '#server/features/students/classes/class.table.ts'
import { studentGuardians } from '#server/features/students/record/student-record.table.ts'
import { CustomerId } from '#shared/kernel/fields.ts'
import { minor } from '#shared/kernel/money.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { accountOfChild } from '#tests/support/fees/fee-ledger.ts'
import { newFeeId, setUpFees } from '#tests/support/fees/fee-set-up.ts'
import { makeStudents, signInAs } from '#tests/support/records/students-made.ts'
import type { Box, Caller } from '#tests/support/server.ts'

/** A school whose pupils can be billed in three parts. */
export interface FeeSchool {
  box: Box
  school: TestSchool
  finance: Caller
  /** Files of the pupils. */
  studentIds: readonly string[]
}

const pupilsAtOnce = 500

/** Sets fees up, and enrols pupils in grade 1 of 2030, each with a guardian of its own. */
export async function openFeeSchool(box: Box, code: string, count: number): Promise<FeeSchool> {
  const school = await makeSchool(box, code)
  const finance = await signInAs(box, school, 'finance', ['finance'])
  const head = await signInAs(box, school, 'head', ['head'])
  await setUpFees(box, { finance, head })
  const classId = newFeeId()
  const { schoolId } = school
  await box.db.database.tenant(schoolId, (tx) =>
    tx
      .insert(schoolClasses)
      .values({ schoolId, id: classId, year: 2030, grade: '1', name: { en: '1A', ar: '1أ' }, revision: 1 }),
  )
  const studentIds: string[] = []
  for (let from = 0; from < count; from += pupilsAtOnce)
    studentIds.push(...(await enrol(box, school, classId, { from, count: Math.min(pupilsAtOnce, count - from) })))
  return { box, school, finance, studentIds }
}

async function enrol(
  box: Box,
  school: TestSchool,
  classId: string,
  { from, count }: { from: number; count: number },
): Promise<string[]> {
  const { schoolId } = school
  const confirmed = { birthDate: '2022-05-05', entryYear: 2028, grade: 'KG1', status: 'confirmed' as const }
  const made = await makeStudents(box, school, count, (no) => ({
    ...confirmed,
    id: newFeeId(),
    nameLatin: `Child ${from + no}`,
  }))
  const pupils = made.map(({ id }, at) => ({ id, no: from + at, customerId: CustomerId.parse(newFeeId()) }))
  await box.db.database.tenant(schoolId, async (tx) => {
    const bought = { schoolId, className: '1A', allergens: [], diet: [], overdraft: minor(0), active: true, classId }
    await tx.insert(customers).values(
      pupils.map(({ no, customerId: id }) => {
        const name = { en: `Child ${no}`, ar: `الطفل ${no}` }
        return { ...bought, id, admissionNo: `N${no}`, name, version: no + 1 }
      }),
    )
    const openedAt = '2026-01-01T00:00:00.000Z'
    const account = { schoolId, isOurs: true, state: 'open' as const, openedAt }
    await tx
      .insert(pupilAccounts)
      .values(pupils.map(({ id, customerId }) => ({ ...account, studentId: id, customerId })))
    const guardian = { schoolId, position: 0, relation: 'father' as const, language: 'en' as const }
    await tx.insert(studentGuardians).values(
      pupils.map(({ id, no }) => ({
        ...guardian,
        id: newFeeId(),
        studentId: id,
        nameLatin: `Father ${no}`,
        phone: `+9745${String(no).padStart(7, '0')}`,
      })),
    )
  })
  return pupils.map(({ id }) => id)
}

/** Returns the payer of a child. */
export async function payerOf(
  { box, finance }: FeeSchool,
  studentId: string,
): Promise<{ payerId: string; code: string }> {
  const [payer] = (await accountOfChild(box, finance, studentId)).payers
  if (!payer) throw new Error('a child without a payer')
  return payer
}

/** Returns the codes of all payers. */
export const payerCodes = ({ box, school }: FeeSchool): Promise<string[]> =>
  box.db.database.tenant(school.schoolId, async (tx) =>
    (await tx.select({ code: feePayers.code }).from(feePayers)).map(({ code }) => code),
  )

/** Copies what was billed of the first child to earlier years, so that its account is ten years long. */
export async function growOld({ box, school }: FeeSchool, studentId: string, years: number): Promise<void> {
  const { schoolId } = school
  await box.db.database.tenant(schoolId, (tx) =>
    tx.execute(sql`
      insert into fee_charges (school_id, id, run_id, document_id, student_id, component, name, priority, year, part, payer_id,
        due_on, gross, discounts, net, tax_code, tax, is_deferred, version, charged_at)
      select c.school_id, gen_random_uuid(), c.run_id, c.document_id, c.student_id, c.component || k, c.name, c.priority,
        c.year - y, c.part, c.payer_id, c.due_on - y * 365, c.gross, c.discounts, c.net, c.tax_code, c.tax, c.is_deferred,
        c.version, c.charged_at
      from fee_charges c, generate_series(1, ${years}) y, generate_series(1, 3) k
      where c.school_id = ${schoolId} and c.student_id = ${studentId}`),
  )
}
