import { and, desc, eq, inArray, isNull, or } from 'drizzle-orm'
import type { GatewayId, IntentState } from '#shared/fees/online/gateway.rules.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { sha256OfBytes } from '#shared/kernel/hash.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { adapters } from './adapters/adapters.ts'
import { gatewayRow, openAccount } from './gateway-setup.service.ts'
import { intentOfRef } from './intent-row.service.ts'
import { feeGatewayEvents, feeIntents } from './online.table.ts'
import { settleIntent, type UnattendedCtx } from './settle-intent.service.ts'

type EventRow = typeof feeGatewayEvents.$inferSelect

/**
 * Stores an event of a gateway, once, after its signature was verified on the raw bytes. Nothing that it says is believed: it only
 * makes the server ask. @returns its row @throws AppError access.denied (wrong signature, or a gateway not set up), request.invalid
 */
export async function storeEvent(
  { deps, school }: UnattendedCtx,
  gateway: GatewayId,
  { raw, header }: { raw: Uint8Array<ArrayBuffer>; header: (name: string) => string | undefined },
): Promise<EventRow> {
  const { schoolId } = school
  if (raw.length === 0) throw new AppError('request.invalid')
  const row = await deps.db.tenant(schoolId, (tx) => gatewayRow(tx, schoolId, gateway))
  const account = await openAccount(deps, row)
  if (!account) throw new AppError('access.denied')
  const event = await adapters[gateway].readEvent(raw, header, account)
  if (!event.isAuthentic) throw new AppError('access.denied')
  const nowMs = deps.clock.nowMs()
  const eventKey = (event.eventId ?? sha256OfBytes(raw)).slice(0, 200)
  const kept = { raw: new TextDecoder().decode(raw).replaceAll('\u0000', ''), gatewayRef: event.gatewayRef }
  return deps.db.tenant(schoolId, async (tx) => {
    const values = {
      schoolId,
      id: uuidv7(nowMs, deps.random),
      gateway,
      eventKey,
      ...kept,
      receivedAt: toInstant(nowMs),
    }
    const [stored] = await tx.insert(feeGatewayEvents).values(values).onConflictDoNothing().returning()
    const key = and(
      eq(feeGatewayEvents.schoolId, schoolId),
      eq(feeGatewayEvents.gateway, gateway),
      eq(feeGatewayEvents.eventKey, eventKey),
    )
    const [known] = stored ? [stored] : await tx.select().from(feeGatewayEvents).where(key)
    if (!known) throw new Error('an event without a row')
    return known
  })
}

/** Asks the gateway for the payment that an event names; of one that names none of ours the body is not kept. @returns its state; undefined when the school has no such payment */
export async function handleEvent(ctx: UnattendedCtx, event: EventRow): Promise<IntentState | undefined> {
  const { deps, school } = ctx
  const { schoolId } = school
  const { gateway, gatewayRef } = event
  const intent =
    gatewayRef === null
      ? undefined
      : await deps.db.tenant(schoolId, (tx) => intentOfRef(tx, schoolId, { gateway, gatewayRef }))
  const state = intent && (await settleIntent(ctx, intent.id))
  await deps.db.tenant(schoolId, (tx) =>
    tx
      .update(feeGatewayEvents)
      .set({ handledAt: toInstant(deps.clock.nowMs()), ...(intent ? {} : { raw: '' }) })
      .where(and(eq(feeGatewayEvents.schoolId, schoolId), eq(feeGatewayEvents.id, event.id))),
  )
  return state
}

/** Payments asked for in one call. */
const mostReplayed = 50

/** States in which an event may still lead to money. */
const unsettled = ['new', 'open', 'failed', 'expired', 'replaced'] as const

/**
 * Works through stored events of a gateway again that have not led to a payment: those first of which the gateway
 * was not asked yet, and then the latest. What is booked is not booked twice.
 */
export async function replayEvents(
  ctx: UnattendedCtx,
  gateway: GatewayId,
): Promise<{ events: number; booked: number }> {
  const { deps, school } = ctx
  const { schoolId } = school
  const rows = await deps.db.tenant(schoolId, (tx) =>
    tx
      .select({ event: feeGatewayEvents })
      .from(feeGatewayEvents)
      .leftJoin(
        feeIntents,
        and(
          eq(feeIntents.schoolId, feeGatewayEvents.schoolId),
          eq(feeIntents.gateway, feeGatewayEvents.gateway),
          eq(feeIntents.gatewayRef, feeGatewayEvents.gatewayRef),
        ),
      )
      .where(
        and(
          eq(feeGatewayEvents.schoolId, schoolId),
          eq(feeGatewayEvents.gateway, gateway),
          or(isNull(feeGatewayEvents.handledAt), inArray(feeIntents.state, [...unsettled])),
        ),
      )
      .orderBy(desc(isNull(feeGatewayEvents.handledAt)), desc(feeGatewayEvents.receivedAt), desc(feeGatewayEvents.id))
      .limit(mostReplayed),
  )
  const events = rows.map(({ event }) => event)
  let booked = 0
  for (const event of events) if ((await handleEvent(ctx, event)) === 'paid') booked += 1
  return { events: events.length, booked }
}
