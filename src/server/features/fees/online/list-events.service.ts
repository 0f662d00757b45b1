import { and, count, desc, eq, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import type { Tx } from '#server/kernel/db.ts'
import type { gatewayEvents } from '#shared/fees/online/gateway-event.contract.ts'
import { payerNames } from '../payer-names.service.ts'
import { feeGatewayEvents, feeIntents } from './online.table.ts'

const mostListed = 200

/** Lists the latest reports of gateways, without what they say. */
export async function latestEvents(tx: Tx, schoolId: string): Promise<z.input<typeof gatewayEvents.reply>> {
  const isUnhandled = isNull(feeGatewayEvents.handledAt)
  const rows = await tx
    .select({
      eventId: feeGatewayEvents.id,
      gateway: feeGatewayEvents.gateway,
      receivedAt: feeGatewayEvents.receivedAt,
      handledAt: feeGatewayEvents.handledAt,
      intentId: feeIntents.id,
      payerId: feeIntents.payerId,
      state: feeIntents.state,
    })
    .from(feeGatewayEvents)
    .leftJoin(
      feeIntents,
      and(
        eq(feeIntents.schoolId, feeGatewayEvents.schoolId),
        eq(feeIntents.gateway, feeGatewayEvents.gateway),
        eq(feeIntents.gatewayRef, feeGatewayEvents.gatewayRef),
      ),
    )
    .where(eq(feeGatewayEvents.schoolId, schoolId))
    .orderBy(desc(isUnhandled), desc(feeGatewayEvents.receivedAt), desc(feeGatewayEvents.id))
    .limit(mostListed)
  const names = await payerNames(
    tx,
    schoolId,
    rows.flatMap(({ payerId }) => payerId ?? []),
  )
  const [waiting] = await tx
    .select({ count: count() })
    .from(feeGatewayEvents)
    .where(and(eq(feeGatewayEvents.schoolId, schoolId), isUnhandled))
  const events = rows.map(({ intentId, payerId, state, ...event }) => ({
    ...event,
    payment:
      intentId === null || payerId === null || state === null ? null : { intentId, payer: names(payerId), state },
  }))
  return { events, unhandled: waiting?.count ?? 0 }
}
