import { and, desc, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { findPeople } from '#server/features/identity/sessions/people.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { type Breach, listBreaches, maxBreaches, saveBreach } from '#shared/retention/breach.contract.ts'
import { wrongDate } from '#shared/retention/breach.rules.ts'
import { dataBreaches } from './breach.table.ts'

type Row = typeof dataBreaches.$inferSelect
type Asked = z.output<typeof saveBreach.body>

const nobody = { en: '–', ar: '–' }

async function viewsOf(tx: Tx, schoolId: string, rows: readonly Row[]): Promise<Breach[]> {
  const byUser = rows.map((row) => row.byUser)
  const people = await findPeople(tx, schoolId, byUser)
  return rows.map(({ schoolId: _school, byUser: userId, ...row }) => ({
    ...row,
    by: { userId, name: people.get(userId)?.name ?? nobody },
  }))
}

/** Lists the breaches of a school, the last discovered first. */
async function readBreaches(tx: Tx, schoolId: string): Promise<Breach[]> {
  const rows = await tx
    .select()
    .from(dataBreaches)
    .where(eq(dataBreaches.schoolId, schoolId))
    .orderBy(desc(dataBreaches.discoveredAt), desc(dataBreaches.id))
    .limit(maxBreaches)
  return viewsOf(tx, schoolId, rows)
}

async function lockBreach(tx: Tx, schoolId: string, id: string): Promise<Row | undefined> {
  const isThis = and(eq(dataBreaches.schoolId, schoolId), eq(dataBreaches.id, id))
  return (await tx.select().from(dataBreaches).where(isThis).for('update'))[0]
}

/** Whether a row says what was asked for: then its answer was lost, and it is given again. */
const isSame = (row: Row, { opId: _id, isClosed, revision, ...said }: Asked): boolean =>
  row.revision === revision + 1 &&
  (row.closedAt !== null) === isClosed &&
  (Object.keys(said) as (keyof typeof said)[]).every((key) => JSON.stringify(row[key]) === JSON.stringify(said[key]))

/** Records a breach or changes it. @throws AppError as the contract says */
async function putBreach(tx: Tx, ctx: SessionCtx, asked: Asked): Promise<void> {
  const { opId: id, isClosed, revision, ...said } = asked
  const { schoolId } = ctx.school
  const { userId } = ctx.session.user
  const nowMs = ctx.deps.clock.nowMs()
  const field = wrongDate(said, nowMs)
  if (field) throw new AppError('request.invalid', { field })
  const known = await lockBreach(tx, schoolId, id)
  if (known && isSame(known, asked)) return
  if ((known?.revision ?? 0) !== revision) throw new AppError('breach.changed')
  const at = toInstant(nowMs)
  const values = {
    ...said,
    closedAt: isClosed ? (known?.closedAt ?? at) : null,
    revision: revision + 1,
    changedAt: at,
    byUser: userId,
  }
  await tx
    .insert(dataBreaches)
    .values({ schoolId, id, ...values })
    .onConflictDoUpdate({ target: [dataBreaches.schoolId, dataBreaches.id], set: values })
  await recordAuditEvent(tx, ctx, 'breach-set', { about: null, facts: { isNew: known === undefined } })
}

/** Register of data breaches. */
export const breachRoutes: Feature = () => [
  route.session(listBreaches, async (ctx) => {
    requirePermission(ctx.session, 'breaches.keep')
    return { breaches: await ctx.tenant((tx) => readBreaches(tx, ctx.school.schoolId)) }
  }),
  route.session(saveBreach, async (ctx, asked) => {
    requirePermission(ctx.session, 'breaches.keep')
    await ctx.tenant((tx) => putBreach(tx, ctx, asked))
    return {}
  }),
]
