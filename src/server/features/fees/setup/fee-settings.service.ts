import { and, eq } from 'drizzle-orm'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { readSchool } from '#server/features/school/school.service.ts'
import { regulatorOf } from '#server/features/school/school-grades.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { feePackOf } from '#shared/fees/regulator/fee-packs.rules.ts'
import { invoiceFault } from '#shared/fees/regulator/invoice-fault.rules.ts'
import { usualLevels } from '#shared/fees/reminders/reminder.rules.ts'
import { mayBeBounceFee } from '#shared/fees/setup/fee-component.rules.ts'
import type { BounceFee, FeeSettings, FeeSettingsInput } from '#shared/fees/setup/fee-settings.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { minor } from '#shared/kernel/money.ts'
import { businessDay } from '#shared/kernel/time.ts'
import { schoolYearOf } from '#shared/school/school-year.rules.ts'
import type { FeeActor } from '../ledger/fee-actor.ts'
import { type FeeBy, lockFeeSetup, nextRevision } from './fee-by.ts'
import { feeSettings } from './fee-settings.table.ts'
import { feeComponents } from './fee-setup.table.ts'

/** What holds until a school has set its own: every fixed amount waits for another person, percentages above 10 % do. */
const defaults: FeeSettings = {
  fiscalMonth: 1,
  siblingKey: 'age',
  grantPpm: 100_000,
  grantAmount: minor(0),
  reminders: [...usualLevels],
  accountCodes: {},
  taxNumber: '',
  ownLeaving: null,
  sendsReminders: false,
  schoolKind: 'foreign',
  applicationTax: null,
  bounceFee: null,
  revision: 0,
}

/** Returns a school's settings of fees, or the defaults. */
export async function readFeeSettings(tx: Tx, schoolId: string): Promise<FeeSettings> {
  const [row] = await tx.select().from(feeSettings).where(eq(feeSettings.schoolId, schoolId))
  if (!row) return defaults
  const { schoolId: _school, ...settings } = row
  return settings
}

/**
 * Sets them. @param mayApprove whether grants of others may be approved: without it the limit of grants is not raised
 * @returns their revision @throws AppError as the contract says
 */
export async function changeFeeSettings(
  tx: Tx,
  by: FeeBy,
  { values: asked, seen, mayApprove }: { values: FeeSettingsInput; seen: number; mayApprove: boolean },
): Promise<{ revision: number; isNew: boolean }> {
  const { schoolId } = by
  await lockFeeSetup(tx, schoolId)
  const known = await readFeeSettings(tx, schoolId)
  const values = withKnown(asked, known)
  const revision = nextRevision(known, values, seen)
  if (revision === undefined) return { revision: known.revision, isNew: false }
  if (!mayApprove) {
    if (values.grantPpm > known.grantPpm) throw new AppError('fees.limit-approval', { field: 'settings.grantPpm' })
    if (values.grantAmount > known.grantAmount)
      throw new AppError('fees.limit-approval', { field: 'settings.grantAmount' })
  }
  if (values.bounceFee) await requireLawfulBounce(tx, by, values.bounceFee)
  const row = { ...values, revision }
  await tx
    .insert(feeSettings)
    .values({ ...row, schoolId })
    .onConflictDoUpdate({ target: feeSettings.schoolId, set: row })
  return { revision, isNew: seen === 0 }
}

/**
 * Checks the fee for a cheque that bounces. @throws AppError fees.unlawful, request.not-found (no such component), request.invalid
 * (a component that is no such fee)
 */
async function requireLawfulBounce(tx: Tx, by: FeeBy, { component }: BounceFee): Promise<void> {
  const { schoolId, nowMs } = by
  const school = await readSchool(tx, schoolId)
  const year = schoolYearOf(businessDay(nowMs, school.timeZone, 0))
  const fault = invoiceFault(feePackOf(regulatorOf(school), year), { kind: 'bounce-fee' })
  if (fault) throw new AppError('fees.unlawful', { field: fault.rule })
  const [known] = await tx
    .select()
    .from(feeComponents)
    .where(and(eq(feeComponents.schoolId, schoolId), eq(feeComponents.code, component)))
  if (!known) throw new AppError('request.not-found', { field: 'settings.bounceFee' })
  if (!mayBeBounceFee(known)) throw new AppError('request.invalid', { field: 'settings.bounceFee' })
}

/** Keeps what a client of an earlier edition says nothing of. */
const withKnown = (asked: FeeSettingsInput, known: FeeSettings) => {
  const { ownLeaving = known.ownLeaving, sendsReminders = known.sendsReminders, schoolKind = known.schoolKind } = asked
  const { applicationTax = known.applicationTax, bounceFee = known.bounceFee } = asked
  return { ...asked, ownLeaving, sendsReminders, schoolKind, applicationTax, bounceFee }
}

/** Switches whether due reminders leave by themselves. */
export async function setRemindersAutomatic(
  tx: Tx,
  by: FeeActor,
  isAutomatic: boolean,
): Promise<{ isAutomatic: boolean }> {
  const { schoolId } = by
  await lockFeeSetup(tx, schoolId)
  const known = await readFeeSettings(tx, schoolId)
  if (known.sendsReminders === isAutomatic) return { isAutomatic }
  const row = { ...known, sendsReminders: isAutomatic, revision: known.revision + 1 }
  await tx
    .insert(feeSettings)
    .values({ ...row, schoolId })
    .onConflictDoUpdate({ target: feeSettings.schoolId, set: row })
  const facts = { parts: 'settings', isNew: known.revision === 0 }
  await recordAuditEvent(tx, by.audit, 'fee-setup-set', { about: null, by: by.userId, facts })
  return { isAutomatic }
}
