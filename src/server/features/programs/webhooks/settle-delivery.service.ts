import { and, eq, isNull } from 'drizzle-orm'
import { findActiveUser } from '#server/features/identity/sessions/people.service.ts'
import { queueMail } from '#server/features/mail/mail.service.ts'
import { readSchool } from '#server/features/school/school.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { Deps, WebhookReply } from '#server/kernel/deps.ts'
import { dayMs, fromInstant, hourMs, toInstant } from '#shared/kernel/time.ts'
import type { DeliveryFailure } from '#shared/programs/webhook.rules.ts'
import { webhookDeliveries, webhooks } from './webhook.table.ts'

type DeliveryRow = typeof webhookDeliveries.$inferSelect
type WebhookRow = typeof webhooks.$inferSelect

/** Time for which something is tried before the webhook is stopped. */
const triedForMs = 3 * dayMs
/** Returns the pause before another try: half a minute, doubling, three hours at most. */
export const pauseAfter = (attempts: number): number => Math.min(3 * hourMs, 30_000 * 2 ** (attempts - 1))

const isDelivery = ({ schoolId, id, attempts }: DeliveryRow) =>
  and(eq(webhookDeliveries.schoolId, schoolId), eq(webhookDeliveries.id, id), eq(webhookDeliveries.attempts, attempts))

/** Stores the result of a try, unless another server has taken it over since. */
export const settleDelivery = (tx: Tx, { clock }: Deps, delivery: DeliveryRow, end: Partial<DeliveryRow>) =>
  tx
    .update(webhookDeliveries)
    .set({ ...end, triedAt: toInstant(clock.nowMs()) })
    .where(isDelivery(delivery))

/** Plans another try. After days without success the webhook is stopped. */
export async function retryDelivery(
  tx: Tx,
  deps: Deps,
  { webhook, delivery }: { webhook: WebhookRow; delivery: DeliveryRow },
  reply: WebhookReply | { failed: 'no-key' },
): Promise<void> {
  const nowMs = deps.clock.nowMs()
  const status = 'status' in reply ? reply.status : null
  const failure: DeliveryFailure = 'status' in reply ? 'status' : reply.failed
  const isOver = nowMs - fromInstant(delivery.since) >= triedForMs || delivery.event === 'test'
  if (isOver) {
    await settleDelivery(tx, deps, delivery, { state: 'failed', status, failure })
    if (delivery.event !== 'test') await stopWebhook(tx, deps, webhook)
    return
  }
  const nextAt = toInstant(nowMs + pauseAfter(delivery.attempts))
  await settleDelivery(tx, deps, delivery, { status, failure, nextAt })
}

const isWaitingFor = ({ schoolId, id }: WebhookRow) =>
  and(
    eq(webhookDeliveries.schoolId, schoolId),
    eq(webhookDeliveries.webhookId, id),
    eq(webhookDeliveries.state, 'queued'),
  )

/** Stops a webhook, gives up what waits for it, and tells the person who set it up. */
async function stopWebhook(tx: Tx, deps: Deps, webhook: WebhookRow): Promise<void> {
  const { schoolId, id, byUser, url } = webhook
  const [stopped] = await tx
    .update(webhooks)
    .set({ stoppedAt: toInstant(deps.clock.nowMs()) })
    .where(and(eq(webhooks.schoolId, schoolId), eq(webhooks.id, id), isNull(webhooks.stoppedAt)))
    .returning()
  await tx.update(webhookDeliveries).set({ state: 'failed' }).where(isWaitingFor(webhook))
  const person = stopped && (await findActiveUser(tx, schoolId, byUser))
  if (!person) return
  const school = await readSchool(tx, schoolId)
  const params = { host: new URL(url).host, path: '/settings/programs' }
  const mail = { to: person.user.email, language: school.language, template: 'webhook-stopped', params } as const
  await queueMail(tx, { deps, school, origin: '' }, mail)
}
