import { and, asc, eq, inArray, or, sql } from 'drizzle-orm'
import { firstGuardiansOf } from '#server/features/students/record/first-guardian.service.ts'
import type { GuardianRow } from '#server/features/students/record/guardian.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { uuidList } from '#server/kernel/sql-values.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { foldText } from '#shared/kernel/text/search.rules.ts'
import { feePayerGuardians, feePayers } from './fee-payer.table.ts'
import { freeCode, lockPayers, type PayerBy, payersByIds } from './payer.service.ts'

/** Returns the payers that guardians are, by guardian; those that are none yet are left out. */
export async function payersOfGuardians(
  tx: Tx,
  schoolId: string,
  guardianIds: readonly string[],
): Promise<Map<string, string>> {
  if (guardianIds.length === 0) return new Map()
  const rows = await tx
    .select({ guardianId: feePayerGuardians.guardianId, payerId: feePayerGuardians.payerId })
    .from(feePayerGuardians)
    .where(and(eq(feePayerGuardians.schoolId, schoolId), inArray(feePayerGuardians.guardianId, [...guardianIds])))
  return new Map(rows.map(({ guardianId, payerId }) => [guardianId, payerId]))
}

/** Makes a guardian a payer; guardians of siblings with the same name and a common phone or email are one. @returns its id */
export async function payerOfGuardian(tx: Tx, by: PayerBy, guardian: GuardianRow): Promise<string> {
  const { schoolId, nowMs, random } = by
  await lockPayers(tx, schoolId)
  const known = (await payersOfGuardians(tx, schoolId, [guardian.id])).get(guardian.id)
  if (known !== undefined) return known
  const payerId = (await samePerson(tx, schoolId, guardian)) ?? uuidv7(nowMs, random)
  const [there] = await payersByIds(tx, schoolId, [payerId])
  if (!there) {
    const { nameLatin, nameArabic, language, email, phone } = guardian
    await tx.insert(feePayers).values({
      schoolId,
      id: payerId,
      kind: 'person',
      nameLatin,
      nameArabic,
      language: language ?? 'en',
      email,
      phone,
      followsFile: true,
      taxId: null,
      nationalId: null,
      isCitizen: false,
      code: await freeCode(tx, schoolId, random),
      revision: 1,
    })
  }
  await tx.insert(feePayerGuardians).values({ schoolId, guardianId: guardian.id, payerId })
  return payerId
}

const folded = (name: string | null): string => foldText(name ?? '')

/** Finds the payer that a guardian is already, for a sibling. */
async function samePerson(tx: Tx, schoolId: string, guardian: GuardianRow): Promise<string | undefined> {
  const { phone, email, nameLatin, nameArabic } = guardian
  const contacts = [
    ...(phone === null ? [] : [eq(feePayers.phone, phone)]),
    ...(email === null ? [] : [eq(sql`lower(${feePayers.email})`, email.toLowerCase())]),
  ]
  if (contacts.length === 0) return undefined
  const found = await tx
    .select({ id: feePayers.id, nameLatin: feePayers.nameLatin, nameArabic: feePayers.nameArabic })
    .from(feePayers)
    .where(and(eq(feePayers.schoolId, schoolId), eq(feePayers.kind, 'person'), or(...contacts)))
    .orderBy(asc(feePayers.id))
  return found.find(
    (other) =>
      (nameLatin !== null && folded(nameLatin) === folded(other.nameLatin)) ||
      (nameArabic !== null && folded(nameArabic) === folded(other.nameArabic)),
  )?.id
}

/**
 * Returns the default payer of each child, which is its first guardian; guardians become payers at first need. Children without
 * a guardian are left out.
 */
export async function ensurePayers(tx: Tx, by: PayerBy, studentIds: readonly string[]): Promise<Map<string, string>> {
  const guardians = await firstGuardiansOf(tx, by.schoolId, studentIds)
  const ids = [...guardians.values()].map(({ id }) => id)
  const known = await payersOfGuardians(tx, by.schoolId, ids)
  const payers = new Map<string, string>()
  for (const [studentId, guardian] of guardians)
    payers.set(studentId, known.get(guardian.id) ?? (await payerOfGuardian(tx, by, guardian)))
  return payers
}

/**
 * Makes payers of the first guardians of all enrolled children who may be siblings of these: their guardians have a phone or an
 * email in common. So a child's rank does not depend on who was billed first.
 */
export async function ensureSiblingPayers(tx: Tx, by: PayerBy, studentIds: readonly string[]): Promise<void> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select distinct s.id from student_guardians g
    join student_guardians o on o.school_id = g.school_id and o.student_id <> g.student_id
      and (o.phone = g.phone or lower(o.email) = lower(g.email))
    join students s on s.school_id = o.school_id and s.id = o.student_id
    left join pupil_accounts a on a.school_id = s.school_id and a.student_id = s.id
    left join customers c on c.school_id = a.school_id and c.id = a.customer_id
    where g.school_id = ${by.schoolId} and g.student_id = any(${uuidList(studentIds)}) and s.erased_at is null
      and case when c.id is null then s.status in ('accepted', 'booked', 'confirmed') else c.active end
      and not exists (select 1 from fee_payer_guardians p where p.school_id = ${by.schoolId} and p.guardian_id = o.id)
    order by s.id`)
  await ensurePayers(
    tx,
    by,
    rows.map(({ id }) => id),
  )
}

/** Returns the default payer of a child. @throws AppError fees.no-payer where the file has no guardian */
export async function payerOf(tx: Tx, by: PayerBy, studentId: string): Promise<string> {
  const payer = (await ensurePayers(tx, by, [studentId])).get(studentId)
  if (payer === undefined) throw new AppError('fees.no-payer')
  return payer
}
