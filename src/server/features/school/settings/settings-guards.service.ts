import type { SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { isReservedHost } from '#shared/school/school-address.rules.ts'
import type { GradeUse } from '#shared/school/settings/grade-settings.contract.ts'
import type { SettingsChange, SettingsValues } from '#shared/school/settings/school-settings.contract.ts'
import type { schools } from '../school.table.ts'
import { groups } from './settings-groups.ts'

export type Row = typeof schools.$inferSelect

/** Amounts of a school that its settings must not change the meaning of. */
export interface MoneyFacts {
  /** Whether amounts are kept in the school's currency. */
  hasMoney: boolean
  /** Whether anything has been sold. */
  hasSold: boolean
  /** Tax codes of the catalogue. */
  taxCodes: readonly string[]
}

/** Functions of higher domains that settings need. */
export interface SettingsNeeds {
  /** Returns the people of these ids with their names; former staff too. */
  findPeople: (tx: Tx, schoolId: string, ids: Iterable<UserId>) => Promise<Map<UserId, { readonly name: Bilingual }>>
  moneyFacts: (tx: Tx, schoolId: string) => Promise<MoneyFacts>
  /** Returns the grades that are in use, by code, each with where. */
  gradeUses: (tx: Tx, schoolId: string) => Promise<ReadonlyMap<string, readonly GradeUse[]>>
}

/** Returns the tax codes that stay: of the catalogue, and all of them once something has been sold. */
export const usedTaxCodes = ({ tillPolicy }: Row, { hasSold, taxCodes }: MoneyFacts): string[] =>
  tillPolicy.taxCodes.map(({ code }) => code).filter((code) => hasSold || taxCodes.includes(code))

/** @throws AppError settings.currency-fixed, settings.tax-code-used */
export async function guardMoney(
  tx: Tx,
  row: Row,
  { currency, taxCodes }: Extract<SettingsChange, { group: 'tills' }>['values'],
  needs: SettingsNeeds,
): Promise<void> {
  const money = await needs.moneyFacts(tx, row.schoolId)
  if (money.hasMoney && currency !== row.currency) throw new AppError('settings.currency-fixed')
  const kept = new Set(taxCodes.map(({ code }) => code))
  const gone = usedTaxCodes(row, money).find((code) => !kept.has(code))
  if (gone !== undefined) throw new AppError('settings.tax-code-used', { field: gone })
}

/** @throws AppError settings.domain-reserved for a host that every school shares */
export function guardDomain({ deps: { settings } }: SessionCtx, { domain }: SettingsValues<'address'>): void {
  const shared = settings.publicUrl === undefined ? [] : [new URL(settings.publicUrl).hostname]
  if (isReservedHost(domain, [...shared, ...settings.hosts])) throw new AppError('settings.domain-reserved')
}

/** @throws AppError settings.grade-used with the code of a grade that would be gone */
export async function guardGrades(
  tx: Tx,
  row: Row,
  { grades }: SettingsValues<'grades'>,
  needs: SettingsNeeds,
): Promise<void> {
  const kept = new Set(grades.map(({ code }) => code))
  const gone = groups.grades.read(row).grades.filter(({ code }) => !kept.has(code))
  if (gone.length === 0) return
  const uses = await needs.gradeUses(tx, row.schoolId)
  const used = gone.find(({ code }) => uses.has(code))
  if (used) throw new AppError('settings.grade-used', { field: used.code })
}
