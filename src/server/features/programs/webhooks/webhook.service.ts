import { and, asc, count, desc, eq, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { dayMs, fromInstant, toInstant } from '#shared/kernel/time.ts'
import { type Delivery, maxWebhooks, type saveWebhook, type Webhook } from '#shared/programs/webhook.contract.ts'
import { removeWebhookRow, toldCode } from './repeat-webhook.service.ts'
import { createSecret, sealSecret } from './webhook-secret.ts'
import { noSecret, webhookDeliveries, webhooks } from './webhook.table.ts'

type Row = typeof webhooks.$inferSelect

/** Time for which the secret of before a renewal signs as well. */
const oldSecretMs = dayMs
const mostDeliveries = 50

const isThis = (schoolId: string, id: string) =>
  and(eq(webhooks.schoolId, schoolId), eq(webhooks.id, id), isNull(webhooks.removedAt))

function view(row: Row, nowMs: number): Webhook {
  const { id, url, events, isPaused, stoppedAt, secret, oldSecretUntil, revision } = row
  const isOld = oldSecretUntil !== null && fromInstant(oldSecretUntil) > nowMs
  const lacksSecret = secret === noSecret
  return { id, url, events, isPaused, stoppedAt, lacksSecret, oldSecretUntil: isOld ? oldSecretUntil : null, revision }
}

/** Lists the webhooks of a school, the oldest first. */
export async function readWebhooks(tx: Tx, { school, deps }: SessionCtx) {
  const rows = await tx
    .select()
    .from(webhooks)
    .where(and(eq(webhooks.schoolId, school.schoolId), isNull(webhooks.removedAt)))
    .orderBy(asc(webhooks.createdAt), asc(webhooks.id))
  return {
    webhooks: rows.map((row) => view(row, deps.clock.nowMs())),
    canKeepSecrets: deps.keyRing !== undefined,
    sends: deps.webhooks !== undefined,
  }
}

/** An address is reached over TLS and carries no password. @throws AppError request.invalid */
function requireAddress({ deps }: SessionCtx, address: string): void {
  const { protocol, username, password } = new URL(address)
  const isSafe = protocol === 'https:' || deps.webhooks?.isLocalAllowed === true
  if (!isSafe || username !== '' || password !== '') throw new AppError('request.invalid', { field: 'webhookUrl' })
}

/** Adds or changes a webhook. @throws AppError as the contract says */
export async function setWebhook(
  tx: Tx,
  ctx: SessionCtx,
  { opId: id, webhookUrl: url, events, isPaused, revision }: z.output<typeof saveWebhook.body>,
): Promise<{ webhook: Webhook; secret: string | null }> {
  const { deps, school, session } = ctx
  const { schoolId } = school
  requireAddress(ctx, url)
  const known = await lockWebhook(tx, schoolId, id)
  if ((known?.revision ?? 0) !== revision) throw new AppError('programs.changed')
  if (!known) await requireRoom(tx, schoolId)
  if (known?.secret === noSecret && !isPaused) throw new AppError('programs.secret-lacking')
  const nowMs = deps.clock.nowMs()
  const secret = known ? null : createSecret(deps.random)
  const sealed = known?.secret ?? (await sealSecret(deps, { schoolId, webhookId: id }, secret ?? ''))
  const told = { url, events: [...new Set(events)], isPaused, stoppedAt: null, revision: revision + 1 }
  const by = { byUser: session.user.userId, createdAt: toInstant(nowMs) }
  const [row] = await tx
    .insert(webhooks)
    .values({ schoolId, id, secret: sealed, ...told, ...by })
    .onConflictDoUpdate({
      target: [webhooks.schoolId, webhooks.id],
      set: { ...told, byUser: by.byUser },
      setWhere: isNull(webhooks.removedAt),
    })
    .returning()
  if (!row) throw new AppError('programs.changed')
  const facts = { events: row.events.join(' '), state: isPaused ? 'paused' : 'on', isNew: known === undefined }
  await recordAuditEvent(tx, ctx, 'webhook-set', { about: id, facts, code: toldCode(row) })
  return { webhook: view(row, nowMs), secret }
}

const lockWebhook = async (tx: Tx, schoolId: string, id: string): Promise<Row | undefined> =>
  (await tx.select().from(webhooks).where(isThis(schoolId, id)).for('update'))[0]

async function requireWebhook(tx: Tx, schoolId: string, id: string): Promise<Row> {
  const row = await lockWebhook(tx, schoolId, id)
  if (!row) throw new AppError('request.not-found')
  return row
}

async function requireRoom(tx: Tx, schoolId: string): Promise<void> {
  const [found] = await tx
    .select({ all: count() })
    .from(webhooks)
    .where(and(eq(webhooks.schoolId, schoolId), isNull(webhooks.removedAt)))
  if ((found?.all ?? 0) >= maxWebhooks) throw new AppError('programs.too-many')
}

/** Renews a secret; the one of before signs as well for a day. @throws AppError as the contract says */
export async function renewSecret(tx: Tx, ctx: SessionCtx, { id, revision }: { id: string; revision: number }) {
  const { deps, school } = ctx
  const { schoolId } = school
  const known = await requireWebhook(tx, schoolId, id)
  if (known.revision !== revision) throw new AppError('programs.changed')
  const nowMs = deps.clock.nowMs()
  const secret = createSecret(deps.random)
  const sealed = await sealSecret(deps, { schoolId, webhookId: id }, secret)
  const [row] = await tx
    .update(webhooks)
    .set({
      secret: sealed,
      ...(known.secret === noSecret
        ? { oldSecret: null, oldSecretUntil: null }
        : { oldSecret: known.secret, oldSecretUntil: toInstant(nowMs + oldSecretMs) }),
      revision: revision + 1,
    })
    .where(isThis(schoolId, id))
    .returning()
  if (!row) throw new AppError('request.not-found')
  await recordAuditEvent(tx, ctx, 'webhook-secret-rotated', { about: id, facts: {} })
  return { webhook: view(row, nowMs), secret }
}

/** Removes a webhook; what waits for it is not sent. @throws AppError request.not-found */
export async function dropWebhook(tx: Tx, ctx: SessionCtx, id: string): Promise<void> {
  const { schoolId } = ctx.school
  await requireWebhook(tx, schoolId, id)
  await removeWebhookRow(tx, schoolId, { id, nowMs: ctx.deps.clock.nowMs() })
  await recordAuditEvent(tx, ctx, 'webhook-removed', { about: id, facts: {} })
}

/** Queues a test event. @throws AppError request.not-found, programs.secret-lacking */
export async function queueTest(tx: Tx, { deps, school }: SessionCtx, id: string): Promise<void> {
  const { schoolId } = school
  const { secret } = await requireWebhook(tx, schoolId, id)
  if (secret === noSecret) throw new AppError('programs.secret-lacking')
  const nowMs = deps.clock.nowMs()
  const at = toInstant(nowMs)
  const row = { event: 'test' as const, data: {}, at, since: at, state: 'queued' as const, nextAt: at }
  await tx.insert(webhookDeliveries).values({ schoolId, id: uuidv7(nowMs, deps.random), webhookId: id, ...row })
}

/** Lists the latest deliveries of a webhook. @throws AppError request.not-found */
export async function deliveriesOf(tx: Tx, { school: { schoolId } }: SessionCtx, id: string): Promise<Delivery[]> {
  await requireWebhook(tx, schoolId, id)
  const rows = await tx
    .select()
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.schoolId, schoolId), eq(webhookDeliveries.webhookId, id)))
    .orderBy(desc(webhookDeliveries.at), desc(webhookDeliveries.id))
    .limit(mostDeliveries)
  return rows.map(({ id: deliveryId, event, at, state, attempts, nextAt, triedAt, status, failure }) => ({
    id: deliveryId,
    event,
    at,
    state,
    attempts,
    nextAt: state === 'queued' ? nextAt : null,
    triedAt,
    status,
    failure,
  }))
}

/** Sends something once more, as if it had just happened. @throws AppError request.not-found */
export async function queueAgain(tx: Tx, { deps, school: { schoolId } }: SessionCtx, id: string): Promise<void> {
  const isRow = and(eq(webhookDeliveries.schoolId, schoolId), eq(webhookDeliveries.id, id))
  const [found] = await tx.select().from(webhookDeliveries).where(isRow).for('update')
  if (!found) throw new AppError('request.not-found')
  await requireWebhook(tx, schoolId, found.webhookId)
  const at = toInstant(deps.clock.nowMs())
  await tx.update(webhookDeliveries).set({ state: 'queued', attempts: 0, nextAt: at, since: at }).where(isRow)
  // What waits for the program is tried with it: somebody has just said that it answers.
  const waiting = and(
    eq(webhookDeliveries.schoolId, schoolId),
    eq(webhookDeliveries.webhookId, found.webhookId),
    eq(webhookDeliveries.state, 'queued'),
  )
  await tx.update(webhookDeliveries).set({ nextAt: at }).where(waiting)
}
