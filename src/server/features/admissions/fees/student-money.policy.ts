import { readSchool } from '#server/features/school/school.service.ts'
import type { Student } from '#server/features/students/student.view.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { OfferTerms } from '#shared/admissions/offers/offer.contract.ts'
import { depositFrom, moneyFault } from '#shared/admissions/offers/offer-money.rules.ts'
import { type MoneyRules, moneyRulesOf } from '#shared/fees/regulator/fee-packs.rules.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { Day } from '#shared/kernel/time.ts'
import { readRules } from '../rules/admission-rules.service.ts'

/** Returns the regulator's rules on money for the child's entry year; amounts are in dirhams. */
export async function moneyRulesFor(
  tx: Tx,
  { schoolId, entryYear }: Pick<Student, 'schoolId' | 'entryYear'>,
): Promise<MoneyRules | undefined> {
  const { rules } = await readRules(tx, schoolId)
  const found = entryYear === null ? undefined : moneyRulesOf(rules.regulator, entryYear)
  if (!found) return undefined
  const { depositPercent, depositMonths, applicationFee } = found
  const isDirham = (await readSchool(tx, schoolId)).currency === 'AED'
  return { depositPercent, depositMonths, applicationFee: isDirham ? applicationFee : null }
}

/** Checks an offer's amounts and days. @throws AppError offer.deposit, offer.early, offer.fee */
export async function requireLawfulMoney(
  tx: Tx,
  { today }: { today: Day },
  student: Student,
  terms: OfferTerms,
): Promise<void> {
  const { entryYear } = student
  const rules = await moneyRulesFor(tx, student)
  const fault = rules && entryYear !== null && moneyFault(rules, terms, { today, entryYear })
  if (fault) throw new AppError(fault, { field: fault === 'offer.fee' ? 'fees' : 'deposit' })
}

/** Checks that deposits may be taken by now. @throws AppError offer.early */
export async function requireTimelyDeposit(
  tx: Tx,
  { today }: { today: Day },
  student: Student,
  terms: OfferTerms,
): Promise<void> {
  const { entryYear } = student
  const rules = await moneyRulesFor(tx, student)
  const from = rules && entryYear !== null ? depositFrom(rules, terms, entryYear) : null
  if (from && today < from) throw new AppError('offer.early')
}
