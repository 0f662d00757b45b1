import { and, asc, eq, inArray, lte, min, ne, or, sql } from 'drizzle-orm'
import { describeFailure } from '#server/http/describe-failure.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { Deps, WebhookReply } from '#server/kernel/deps.ts'
import type { DueWork } from '#server/kernel/due-work.ts'
import { keepDoingForSchools, type Running } from '#server/kernel/rounds.ts'
import { dayMs, fromInstant, hourMs, minuteMs, toInstant } from '#shared/kernel/time.ts'
import { retryDelivery, settleDelivery } from './settle-delivery.service.ts'
import { openSecret, type Signed, sign } from './webhook-secret.ts'
import { webhookDeliveries, webhooks } from './webhook.table.ts'

type DeliveryRow = typeof webhookDeliveries.$inferSelect
type WebhookRow = typeof webhooks.$inferSelect

/** Lease of a server that delivers; a call ends long before. */
const leaseMs = minuteMs
/** Time that deliveries stay readable. */
const keptMs = 30 * dayMs
/** Deliveries of a school in one round: another school's wait no longer than these. */
const mostInRound = 20
/** Schools at a time: a slow program of one does not hold up the others. */
const schoolsAtOnce = 8

/** Delivers what is due at a school. @returns how many tries were made */
export async function deliverWebhooks(deps: Deps, schoolId: string, isStopping = () => false): Promise<number> {
  for (let tried = 0; tried < mostInRound; tried += 1) {
    if (isStopping()) return tried
    const next = await takeNext(deps, schoolId)
    if (!next) return tried
    await deliver(deps, next.webhook, next.delivery)
  }
  return mostInRound
}

/** Webhooks that are not paused, and whose program is not waited for: while it does not answer, nothing else is tried there. */
const answeringWebhooks = (tx: Tx, schoolId: string, nowMs: number) =>
  tx
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(
      and(
        eq(webhooks.schoolId, schoolId),
        eq(webhooks.isPaused, false),
        sql`not exists (select from ${webhookDeliveries} w where w.school_id = ${schoolId} and w.webhook_id = ${webhooks}.id
          and w.state = 'queued' and w.failure is not null and w.next_at > ${toInstant(nowMs)}::timestamptz)`,
      ),
    )

/** Claims the next delivery in a transaction of its own; none is open during the call. */
function takeNext({ db, clock }: Deps, schoolId: string) {
  return db.tenant(schoolId, async (tx) => {
    const nowMs = clock.nowMs()
    const answering = answeringWebhooks(tx, schoolId, nowMs)
    const [due] = await tx
      .select({ id: webhookDeliveries.id })
      .from(webhookDeliveries)
      .where(
        and(
          eq(webhookDeliveries.schoolId, schoolId),
          eq(webhookDeliveries.state, 'queued'),
          lte(webhookDeliveries.nextAt, toInstant(nowMs)),
          or(eq(webhookDeliveries.event, 'test'), inArray(webhookDeliveries.webhookId, answering)),
        ),
      )
      .orderBy(asc(webhookDeliveries.at), asc(webhookDeliveries.id))
      .limit(1)
      .for('update', { skipLocked: true })
    if (!due) return undefined
    const [delivery] = await tx
      .update(webhookDeliveries)
      .set({ attempts: sql`${webhookDeliveries.attempts} + 1`, nextAt: toInstant(nowMs + leaseMs) })
      .where(and(eq(webhookDeliveries.schoolId, schoolId), eq(webhookDeliveries.id, due.id)))
      .returning()
    if (!delivery) return undefined
    const [webhook] = await tx
      .select()
      .from(webhooks)
      .where(and(eq(webhooks.schoolId, schoolId), eq(webhooks.id, delivery.webhookId)))
    return webhook && { webhook, delivery }
  })
}

async function deliver(deps: Deps, webhook: WebhookRow, delivery: DeliveryRow): Promise<void> {
  const message = messageOf(delivery, deps.clock.nowMs())
  const signatures = await signaturesOf(deps, webhook, message)
  const reply =
    signatures === undefined ? ({ failed: 'no-key' } as const) : await call(deps, webhook.url, message, signatures)
  const isTaken = 'status' in reply && reply.status >= 200 && reply.status < 300
  await deps.db.tenant(webhook.schoolId, async (tx) => {
    if (isTaken) await settleDelivery(tx, deps, delivery, { state: 'sent', status: reply.status, failure: null })
    else await retryDelivery(tx, deps, { webhook, delivery }, reply)
  })
  const outcome = 'status' in reply ? reply.status : reply.failed
  deps.log.info({ deliveryId: delivery.id, event: delivery.event, attempts: delivery.attempts, outcome }, 'webhook')
}

/** Writes what is sent: what happened, when, and about which ids. The time of the try is signed, so that nothing old can be sent again. */
function messageOf({ id, event, at, data }: DeliveryRow, nowMs: number): Signed {
  const body = JSON.stringify({ type: event, timestamp: at, data })
  return { id: `msg_${id}`, timestamp: Math.floor(nowMs / 1000), body }
}

/** Returns the signatures by the secret, and by the one of before while that counts; undefined without a key to open it. */
async function signaturesOf(deps: Deps, webhook: WebhookRow, message: Signed): Promise<string | undefined> {
  const { schoolId, id: webhookId, secret, oldSecret, oldSecretUntil } = webhook
  const isOldGood = oldSecret !== null && oldSecretUntil !== null && fromInstant(oldSecretUntil) > deps.clock.nowMs()
  const opened = await openSecret(deps, { schoolId, webhookId }, secret)
  if (opened === undefined) return undefined
  const old = isOldGood ? await openSecret(deps, { schoolId, webhookId }, oldSecret) : undefined
  const all = await Promise.all([opened, ...(old === undefined ? [] : [old])].map((each) => sign(each, message)))
  return all.join(' ')
}

const call = async (
  { webhooks: sender }: Deps,
  url: string,
  { id, timestamp, body }: Signed,
  signatures: string,
): Promise<WebhookReply> => {
  if (!sender) return { failed: 'unreachable' }
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Bawaba-Webhooks',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures,
  }
  return sender.send({ url, headers, body })
}

/** Deletes deliveries that are over and old, some at a time. */
async function forgetOld(tx: Tx, { clock }: Deps, schoolId: string): Promise<void> {
  const old = tx
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.schoolId, schoolId),
        ne(webhookDeliveries.state, 'queued'),
        lte(webhookDeliveries.since, toInstant(clock.nowMs() - keptMs)),
      ),
    )
    .limit(200)
  await tx
    .delete(webhookDeliveries)
    .where(and(eq(webhookDeliveries.schoolId, schoolId), inArray(webhookDeliveries.id, old)))
}

/** Longest delay of what is told. */
const everyMs = 3000

/** Tells other programs what happens at all schools, round after round. */
export function startWebhooks(deps: Deps, due: DueWork): Running {
  const forgottenMs = new Map<string, number>()
  return keepDoingForSchools({
    kind: 'webhooks',
    due,
    everyMs,
    lanes: schoolsAtOnce,
    work: async (schoolId, isStopping) => {
      const nowMs = deps.clock.nowMs()
      if (nowMs - (forgottenMs.get(schoolId) ?? 0) >= hourMs) {
        forgottenMs.set(schoolId, nowMs)
        await deps.db.tenant(schoolId, (tx) => forgetOld(tx, deps, schoolId))
      }
      return (await deliverWebhooks(deps, schoolId, isStopping)) === mostInRound ? 'more' : undefined
    },
    nextInMs: (schoolId) => nextDelivery(deps, schoolId),
    onFailure: (error) => deps.log.error(describeFailure(error), 'webhooks can not be sent now'),
  })
}

/** Returns the time until the next delivery of a school is due; undefined where none waits. */
async function nextDelivery({ db, clock }: Deps, schoolId: string): Promise<number | undefined> {
  const [row] = await db.tenant(schoolId, (tx) =>
    tx
      .select({ nextAt: min(webhookDeliveries.nextAt) })
      .from(webhookDeliveries)
      .where(and(eq(webhookDeliveries.schoolId, schoolId), eq(webhookDeliveries.state, 'queued'))),
  )
  const nextAt = row?.nextAt ?? null
  return nextAt === null ? undefined : Math.max(0, fromInstant(nextAt) - clock.nowMs())
}
