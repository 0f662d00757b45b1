import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { sha256Hex } from '#shared/kernel/hash.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { webhookEvents } from '#shared/programs/webhook.rules.ts'
import { noSecret, webhookDeliveries, webhooks } from './webhook.table.ts'

/* What a restored server does again to webhooks. */

type Row = typeof webhooks.$inferSelect

const isThis = (schoolId: string, id: string) =>
  and(eq(webhooks.schoolId, schoolId), eq(webhooks.id, id), isNull(webhooks.removedAt))

/** What a webhook was told, as the journal keeps it: whether its address is another one, its state and its events. */
export const toldCode = ({ id, url, isPaused, events }: Pick<Row, 'id' | 'url' | 'isPaused' | 'events'>): string =>
  [sha256Hex(`${id}\n${url}`), isPaused ? 'paused' : 'on', ...events].join(' ')

/**
 * Repeats a change that a restored database has forgotten. Where the address is the same, the webhook is as it was told to be; else it is
 * paused, since no journal holds addresses. Does nothing where it is gone.
 */
export async function repeatWebhookChange(
  tx: Tx,
  schoolId: string,
  { id, code = '' }: { id: string; code?: string | undefined },
): Promise<void> {
  const [row] = await tx.select().from(webhooks).where(isThis(schoolId, id)).for('update')
  if (!row) return
  const [address = '', state, ...named] = code.split(' ')
  const events = webhookEvents.filter((name) => named.includes(name))
  const isKnown = toldCode(row).startsWith(`${address} `) && events.length === named.length
  const told = isKnown ? { events, isPaused: state !== 'on' || row.secret === noSecret } : { isPaused: true }
  await tx
    .update(webhooks)
    .set({ ...told, revision: row.revision + 1 })
    .where(isThis(schoolId, id))
}

/**
 * Takes away the secret of the copy, which was replaced since and may be known to others. No journal holds the one that replaced it, so the
 * webhook is paused until somebody has renewed it. Does nothing where it is gone.
 */
export async function dropWebhookSecret(tx: Tx, schoolId: string, id: string): Promise<void> {
  await tx
    .update(webhooks)
    .set({
      secret: noSecret,
      oldSecret: null,
      oldSecretUntil: null,
      isPaused: true,
      revision: sql`${webhooks.revision} + 1`,
    })
    .where(isThis(schoolId, id))
}

/** Removes the row of a webhook, with its secrets, and gives up what waits for it. Does nothing where it is gone. */
export async function removeWebhookRow(
  tx: Tx,
  schoolId: string,
  { id, nowMs }: { id: string; nowMs: number },
): Promise<void> {
  await tx
    .update(webhooks)
    .set({ removedAt: toInstant(nowMs), secret: noSecret, oldSecret: null })
    .where(isThis(schoolId, id))
  await tx
    .update(webhookDeliveries)
    .set({ state: 'failed' })
    .where(
      and(
        eq(webhookDeliveries.schoolId, schoolId),
        eq(webhookDeliveries.webhookId, id),
        eq(webhookDeliveries.state, 'queued'),
      ),
    )
}
