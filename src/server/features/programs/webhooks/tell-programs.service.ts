import { and, arrayContains, eq, isNull } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { type Random, uuidv7 } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { WebhookEvent } from '#shared/programs/webhook.rules.ts'
import { webhookDeliveries, webhooks } from './webhook.table.ts'

interface Telling {
  readonly schoolId: string
  readonly nowMs: number
  readonly random: Random
}

/**
 * Queues an event for the webhooks that ask for it, in the transaction of its cause: both or neither. A paused or stopped one is not
 * told. @param about what happened, each by ids alone: a program that may know more asks for it with a token
 */
export async function tellPrograms(
  tx: Tx,
  { schoolId, nowMs, random }: Telling,
  event: WebhookEvent,
  ...about: readonly Readonly<Record<string, string>>[]
): Promise<void> {
  if (about.length === 0) return
  const asking = await tx
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(
      and(
        eq(webhooks.schoolId, schoolId),
        arrayContains(webhooks.events, [event]),
        eq(webhooks.isPaused, false),
        isNull(webhooks.stoppedAt),
        isNull(webhooks.removedAt),
      ),
    )
  if (asking.length === 0) return
  const at = toInstant(nowMs)
  const row = { schoolId, event, at, since: at, state: 'queued' as const, nextAt: at }
  await tx
    .insert(webhookDeliveries)
    .values(
      asking.flatMap(({ id: webhookId }) =>
        about.map((data) => ({ ...row, id: uuidv7(nowMs, random), webhookId, data })),
      ),
    )
}
