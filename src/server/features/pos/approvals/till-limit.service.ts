import { and, desc, eq, lte, sql } from 'drizzle-orm'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { listOperators } from '#server/features/identity/sessions/operators.service.ts'
import { findPeople } from '#server/features/identity/sessions/people.service.ts'
import { lockSchool, readSchool } from '#server/features/school/school.service.ts'
import { listTills } from '#server/features/sync/devices/device.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { canonicalJson } from '#shared/kernel/hash.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { TillLimit } from '#shared/pos/approvals/till-limit.contract.ts'
import type { SetLimit, TillLimitSet } from '#shared/pos/approvals/till-limit-set.contract.ts'
import type { TillSettings } from '#shared/pos/snapshot.contract.ts'
import { tillLimitEditions, tillLimits } from './till-limit.table.ts'

type Edition = typeof tillLimitEditions.$inferSelect

async function lastEdition(tx: Tx, schoolId: string, atMs?: number): Promise<Edition | undefined> {
  const isOfSchool = eq(tillLimitEditions.schoolId, schoolId)
  const [edition] = await tx
    .select()
    .from(tillLimitEditions)
    .where(atMs === undefined ? isOfSchool : and(isOfSchool, lte(tillLimitEditions.at, toInstant(atMs))))
    .orderBy(desc(tillLimitEditions.version))
    .limit(1)
  return edition
}

async function limitsOf(tx: Tx, schoolId: string, version: number): Promise<SetLimit[]> {
  const rows = await tx
    .select()
    .from(tillLimits)
    .where(and(eq(tillLimits.schoolId, schoolId), eq(tillLimits.version, version)))
    .orderBy(sql`${tillLimits.kind} collate "C", ${tillLimits.subject} collate "C", ${tillLimits.act} collate "C"`)
  return rows.map(({ schoolId: _school, version: _version, ...limit }) => limit)
}

const isJudged = (limit: SetLimit): limit is TillLimit => limit.act !== 'see-balance'

/** Returns the limits that were in force at a moment; none where the school had set none by then. */
export async function limitsAt(tx: Tx, schoolId: string, atMs: number): Promise<TillLimit[]> {
  const edition = await lastEdition(tx, schoolId, atMs)
  return edition ? (await limitsOf(tx, schoolId, edition.version)).filter(isJudged) : []
}

/**
 * Returns what a till pulls: the limits of the roles, of people and of this till, and to which of them no balance is shown; nothing where
 * the school has set none. Tills of earlier releases know no such limit: it is a setting of its own.
 */
export async function limitsOfTill(
  tx: Tx,
  schoolId: string,
  tillId: string,
): Promise<Pick<TillSettings, 'limits' | 'balanceHiddenFrom'>> {
  const edition = await lastEdition(tx, schoolId)
  if (!edition) return {}
  const set = await limitsOf(tx, schoolId, edition.version)
  const own = set.filter(({ kind, subject }) => kind !== 'device' || subject === tillId)
  const balanceHiddenFrom = own.flatMap((limit) => (isJudged(limit) ? [] : [limit.subject]))
  return { limits: own.filter(isJudged), ...(balanceHiddenFrom.length > 0 && { balanceHiddenFrom }) }
}

/** Returns the limits with who changed them last, and the people and tills that limits can be set for. */
export async function readLimitSet(tx: Tx, schoolId: string): Promise<TillLimitSet> {
  const edition = await lastEdition(tx, schoolId)
  const limits = edition ? await limitsOf(tx, schoolId, edition.version) : []
  const { operators } = await listOperators(tx, schoolId)
  const named = limits.flatMap(({ kind, subject }) => (kind === 'person' ? [subject as UserId] : []))
  const people = await findPeople(tx, schoolId, [...operators, ...named, ...(edition ? [edition.by] : [])])
  const listed = [...new Set([...operators, ...named])]
  return {
    version: edition?.version ?? 0,
    changed: edition ? { by: people.get(edition.by)?.name ?? null, at: edition.at } : null,
    limits,
    currency: (await readSchool(tx, schoolId)).currency,
    people: listed.flatMap((userId) => {
      const person = people.get(userId)
      return person ? [{ userId, name: person.name }] : []
    }),
    tills: await sellingTills(tx, schoolId),
  }
}

async function sellingTills(tx: Tx, schoolId: string): Promise<TillLimitSet['tills']> {
  const tills = await listTills(tx, schoolId)
  return tills.flatMap(({ kind, tillId, name, site }) => (kind === 'desk' ? [] : [{ tillId, name, site }]))
}

const bySubject = (limits: readonly SetLimit[]) =>
  limits
    .map((limit) => canonicalJson(limit))
    .toSorted()
    .join()

/**
 * Writes the limits as a new edition and records who did. The same again changes nothing.
 * @throws AppError settings.changed, request.not-found with the field of a person or till that the school does not have
 */
export async function changeLimits(
  tx: Tx,
  ctx: SessionCtx,
  { tillLimits: limits, seen }: { tillLimits: readonly SetLimit[]; seen: number },
): Promise<{ version: number }> {
  const { schoolId } = ctx.school
  await lockSchool(tx, schoolId)
  const edition = await lastEdition(tx, schoolId)
  const current = edition?.version ?? 0
  const before = edition ? await limitsOf(tx, schoolId, current) : []
  if (bySubject(before) === bySubject(limits)) return { version: current }
  if (current !== seen) throw new AppError('settings.changed')
  await requireSubjects(tx, schoolId, limits)
  const version = current + 1
  // Editions follow one another in time too, whatever the clock does.
  const atMs = Math.max(ctx.deps.clock.nowMs(), edition ? Date.parse(edition.at) : 0)
  const by = ctx.session.user.userId
  await tx.insert(tillLimitEditions).values({ schoolId, version, by, at: toInstant(atMs) })
  if (limits.length > 0) await tx.insert(tillLimits).values(limits.map((limit) => ({ schoolId, version, ...limit })))
  await recordAuditEvent(tx, ctx, 'till-limits-set', { about: null, facts: { count: limits.length, version } })
  return { version }
}

/** @throws AppError request.not-found */
async function requireSubjects(tx: Tx, schoolId: string, limits: readonly SetLimit[]): Promise<void> {
  const subjects = (kind: TillLimit['kind']) =>
    new Set(limits.flatMap((each) => (each.kind === kind ? [each.subject] : [])))
  const people = await findPeople(tx, schoolId, [...subjects('person')] as UserId[])
  if (people.size < subjects('person').size) throw new AppError('request.not-found', { field: 'limits.person' })
  const tills = new Set((await sellingTills(tx, schoolId)).map(({ tillId }) => tillId))
  if ([...subjects('device')].some((each) => !tills.has(each)))
    throw new AppError('request.not-found', { field: 'limits.device' })
}
