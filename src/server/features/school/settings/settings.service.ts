import { eq } from 'drizzle-orm'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import type { OpenCtx, SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { sqlState } from '#server/kernel/retry.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { canonicalJson } from '#shared/kernel/hash.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { appIconNames } from '#shared/school/settings/app-icons.contract.ts'
import { schoolAddress } from '#shared/school/school-address.rules.ts'
import type { Regulator } from '#shared/school/regulator.rules.ts'
import {
  type SchoolSettings,
  type SettingsChange,
  type SettingsGroup,
  settingsGroups,
} from '#shared/school/settings/school-settings.contract.ts'
import { faceOf } from '../branding.routes.ts'
import { currentIcons } from '../icons/app-icon.service.ts'
import { regulatorOf } from '../school-grades.service.ts'
import { lockSchool, readSchool } from '../school.service.ts'
import { type SettingsEdition, type SettingsPart, schools } from '../school.table.ts'
import { groups } from './settings-groups.ts'
import {
  guardDomain,
  guardGrades,
  guardMoney,
  type Row,
  type SettingsNeeds,
  usedTaxCodes,
} from './settings-guards.service.ts'

/** Returns all groups of settings with who changed each last. */
export async function readSettings(tx: Tx, ctx: OpenCtx, needs: SettingsNeeds): Promise<SchoolSettings> {
  const { schoolId, code } = ctx.school
  const row = await readSchool(tx, schoolId)
  const editions = row.profile.settings ?? {}
  const people = await needs.findPeople(tx, schoolId, new Set(Object.values(editions).map(({ by }) => by)))
  const money = await needs.moneyFacts(tx, schoolId)
  const uses = await needs.gradeUses(tx, schoolId)
  const edition = (part: SettingsPart) => {
    const last = editions[part]
    const changed = last ? { by: people.get(last.by)?.name ?? null, at: last.at } : null
    return { version: last?.version ?? 0, changed }
  }
  const standing = (group: SettingsGroup) => ({ ...edition(group), values: groups[group].read(row) })
  const ofGroups = Object.fromEntries(settingsGroups.map((group) => [group, standing(group)]))
  return {
    ...(ofGroups as Pick<SchoolSettings, SettingsGroup>),
    logo: edition('logo'),
    hasAppIcons: (await currentIcons(tx, schoolId, faceOf(row))).length === appIconNames.length,
    hasOutsideCaptcha: ctx.deps.captcha !== undefined,
    firstAddress: schoolAddress(code, ctx.schoolsBase()),
    isCurrencyFixed: money.hasMoney,
    usedTaxCodes: usedTaxCodes(row, money),
    usedGrades: [...uses].map(([code, by]) => ({ code, by: [...by] })),
  }
}

/** Returns the names of the values that differ, for the audit log. */
const changedNames = (one: object, other: Readonly<Record<string, unknown>>): string =>
  Object.entries(one)
    .filter(([name, value]) => canonicalJson({ value }) !== canonicalJson({ value: other[name] }))
    .map(([name]) => name)
    .join(' ')

/**
 * Changes one group and records who did. The same values sent again change nothing.
 * @throws AppError settings.changed, settings.currency-fixed, settings.tax-code-used, settings.grade-used,
 * settings.domain-reserved, settings.domain-taken
 */
export async function changeSettings(
  tx: Tx,
  ctx: SessionCtx,
  asked: SettingsChange,
  needs: SettingsNeeds,
): Promise<{ version: number }> {
  const row = await lockSchool(tx, ctx.school.schoolId)
  const { group, seen } = asked
  const { columns, before, values } = applied(row, asked)
  const parts = changedNames(values, before)
  if (parts === '') return { version: row.profile.settings?.[group]?.version ?? 0 }
  if (group === 'tills') await guardMoney(tx, row, asked.values, needs)
  if (group === 'address') guardDomain(ctx, asked.values)
  if (group === 'grades') await guardGrades(tx, row, asked.values, needs)
  return writeEdition(tx, ctx, row, { part: group, seen, parts, columns })
}

/** Returns the columns that a change writes, with the values before it. */
function applied(row: Row, { group, values }: SettingsChange) {
  // The compiler can't follow a group into the type of its values.
  const { read, write } = groups[group] as (typeof groups)['names']
  return { columns: write(row, values as Parameters<typeof write>[1]), before: { ...read(row) }, values }
}

interface Edit {
  part: SettingsPart
  seen: number
  /** Names of what changed, for the audit log. */
  parts: string
  columns: Partial<Row>
}

/** Writes a change as a new version and records it. @throws AppError settings.changed */
async function writeEdition(tx: Tx, ctx: SessionCtx, row: Row, { part, seen, parts, columns }: Edit) {
  const { settings } = row.profile
  const version = settings?.[part]?.version ?? 0
  if (version !== seen) throw new AppError('settings.changed')
  const edition: SettingsEdition = {
    version: version + 1,
    by: ctx.session.user.userId,
    at: toInstant(ctx.deps.clock.nowMs()),
  }
  const profile = { ...(columns.profile ?? row.profile), settings: { ...settings, [part]: edition } }
  const written = tx
    .update(schools)
    .set({ ...columns, profile })
    .where(eq(schools.schoolId, row.schoolId))
  // Other schools are out of sight here: only the database knows whose a domain is.
  await written.catch((error: unknown) => {
    throw part === 'address' && sqlState(error) === '23505' ? new AppError('settings.domain-taken') : error
  })
  const facts = { group: part, parts, version: edition.version }
  await recordAuditEvent(tx, ctx, 'school-settings-set', { about: part, facts })
  return { version: edition.version }
}

/** Sets the regulator from where its rules are set in detail, as a new version of its group. The same again changes nothing. */
export async function setRegulator(
  tx: Tx,
  { schoolId, userId, nowMs }: { schoolId: string; userId: UserId; nowMs: number },
  regulator: Regulator,
): Promise<void> {
  const row = await lockSchool(tx, schoolId)
  if (regulatorOf(row) === regulator) return
  const { settings } = row.profile
  const edition = { version: (settings?.regulator?.version ?? 0) + 1, by: userId, at: toInstant(nowMs) }
  const profile = { ...row.profile, regulator, settings: { ...settings, regulator: edition } }
  await tx.update(schools).set({ profile }).where(eq(schools.schoolId, schoolId))
}

/** Sets the stored text of the logo; empty for none. The same again changes nothing. @throws AppError settings.changed */
export async function changeLogo(tx: Tx, ctx: SessionCtx, seen: number, logoSvg: string): Promise<{ version: number }> {
  const row = await lockSchool(tx, ctx.school.schoolId)
  if (row.logoSvg === logoSvg) return { version: row.profile.settings?.logo?.version ?? 0 }
  return writeEdition(tx, ctx, row, { part: 'logo', seen, parts: 'logo', columns: { logoSvg } })
}
