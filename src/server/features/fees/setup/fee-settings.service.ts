import { eq } from 'drizzle-orm'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { usualLevels } from '#shared/fees/reminders/reminder.rules.ts'
import type { FeeSettings, FeeSettingsInput } from '#shared/fees/setup/fee-settings.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { minor } from '#shared/kernel/money.ts'
import type { FeeActor } from '../ledger/fee-actor.ts'
import { type FeeBy, lockFeeSetup, nextRevision } from './fee-by.ts'
import { feeSettings } from './fee-setup.table.ts'

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
 * @returns their revision @throws AppError fees.changed, fees.limit-approval
 */
export async function changeFeeSettings(
  tx: Tx,
  { schoolId }: FeeBy,
  { values: asked, seen, mayApprove }: { values: FeeSettingsInput; seen: number; mayApprove: boolean },
): Promise<{ revision: number; isNew: boolean }> {
  await lockFeeSetup(tx, schoolId)
  const known = await readFeeSettings(tx, schoolId)
  const { ownLeaving = known.ownLeaving, sendsReminders = known.sendsReminders, schoolKind = known.schoolKind } = asked
  const values = { ...asked, ownLeaving, sendsReminders, schoolKind }
  const revision = nextRevision(known, values, seen)
  if (revision === undefined) return { revision: known.revision, isNew: false }
  if (!mayApprove) {
    if (values.grantPpm > known.grantPpm) throw new AppError('fees.limit-approval', { field: 'settings.grantPpm' })
    if (values.grantAmount > known.grantAmount)
      throw new AppError('fees.limit-approval', { field: 'settings.grantAmount' })
  }
  const row = { ...values, revision }
  await tx
    .insert(feeSettings)
    .values({ ...row, schoolId })
    .onConflictDoUpdate({ target: feeSettings.schoolId, set: row })
  return { revision, isNew: seen === 0 }
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
