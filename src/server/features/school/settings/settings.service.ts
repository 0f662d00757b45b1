import { eq } from 'drizzle-orm'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import type { OpenCtx, SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { canonicalJson } from '#shared/kernel/hash.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import {
  type SchoolSettings,
  type SettingsChange,
  type SettingsGroup,
  settingsGroups,
} from '#shared/school/settings/school-settings.contract.ts'
import { readSchool } from '../school.service.ts'
import { type SettingsEdition, schools } from '../school.table.ts'
import { groups } from './settings-groups.ts'

type Row = typeof schools.$inferSelect

/** Functions of higher domains that settings need. */
export interface SettingsNeeds {
  /** Returns the people of these ids with their names; former staff too. */
  findPeople: (tx: Tx, schoolId: string, ids: Iterable<UserId>) => Promise<Map<UserId, { readonly name: Bilingual }>>
}

/** Returns all groups of settings with who changed each last. */
export async function readSettings(tx: Tx, { schoolId }: OpenCtx['school'], needs: SettingsNeeds) {
  const row = await readSchool(tx, schoolId)
  const editions = row.profile.settings ?? {}
  const people = await needs.findPeople(tx, schoolId, new Set(Object.values(editions).map(({ by }) => by)))
  const changedBy = ({ by, at }: SettingsEdition) => ({ by: people.get(by)?.name ?? null, at })
  const standing = (group: SettingsGroup) => {
    const edition = editions[group]
    return {
      version: edition?.version ?? 0,
      changed: edition ? changedBy(edition) : null,
      values: groups[group].read(row),
    }
  }
  return Object.fromEntries(settingsGroups.map((group) => [group, standing(group)])) as SchoolSettings
}

/** Locks the school's row, so that two changes follow one another. */
async function lockSchool(tx: Tx, schoolId: string): Promise<Row> {
  const [row] = await tx.select().from(schools).where(eq(schools.schoolId, schoolId)).for('update')
  if (!row) throw new AppError('tenant.unknown')
  return row
}

/** Returns the names of the values that differ, for the audit log. */
const changedNames = (one: object, other: Readonly<Record<string, unknown>>): string =>
  Object.entries(one)
    .filter(([name, value]) => canonicalJson({ value }) !== canonicalJson({ value: other[name] }))
    .map(([name]) => name)
    .join(' ')

/**
 * Changes one group and records who did. The same values sent again change nothing.
 * @throws AppError settings.changed
 */
export async function changeSettings(tx: Tx, ctx: SessionCtx, asked: SettingsChange): Promise<{ version: number }> {
  const { schoolId } = ctx.school
  const row = await lockSchool(tx, schoolId)
  const { group, seen } = asked
  const { columns, before, values } = applied(row, asked)
  const version = row.profile.settings?.[group]?.version ?? 0
  const parts = changedNames(values, before)
  if (parts === '') return { version }
  if (version !== seen) throw new AppError('settings.changed')
  const edition: SettingsEdition = {
    version: version + 1,
    by: ctx.session.user.userId,
    at: toInstant(ctx.deps.clock.nowMs()),
  }
  const profile = columns.profile ?? row.profile
  await tx
    .update(schools)
    .set({ ...columns, profile: { ...profile, settings: { ...row.profile.settings, [group]: edition } } })
    .where(eq(schools.schoolId, schoolId))
  await recordAuditEvent(tx, ctx, 'school-settings-set', {
    about: group,
    facts: { group, parts, version: edition.version },
  })
  return { version: edition.version }
}

/** Returns the columns that a change writes, with the values before it. The compiler can't follow a group into its values. */
function applied(row: Row, { group, values }: SettingsChange) {
  const { read, write } = groups[group]
  return { columns: write(row, values), before: { ...read(row) }, values }
}
