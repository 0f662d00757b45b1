// chunk: fees
import type { z } from 'zod'
import { ask } from '#client/platform/http.ts'
import { feeGateways, replayGatewayEvents, setFeeGateway } from '#shared/fees/online/fee-gateway.contract.ts'
import { gatewayEvents, tryFeeGateway } from '#shared/fees/online/gateway-event.contract.ts'
import type { GatewayId } from '#shared/fees/online/gateway.rules.ts'
import { askFeeIntent, bookFeeMismatch, feeIntents, feeMismatch } from '#shared/fees/online/online-payment.contract.ts'
import { feeSettlements, importSettlement } from '#shared/fees/online/settlement.contract.ts'
import { toBase64 } from '#shared/kernel/bytes.ts'
import type { OpId } from '#shared/kernel/fields.ts'

export const listGateways = () => ask(feeGateways, {})
export const putGateway = (asked: z.input<typeof setFeeGateway.body>) => ask(setFeeGateway, asked)
export const tryGateway = (gateway: GatewayId) => ask(tryFeeGateway, { gateway })

/** One page of online payments. */
export const listIntents = async (filter: Pick<z.input<typeof feeIntents.body>, 'intentState'>, after?: string) => {
  const { intents, ...page } = await ask(feeIntents, { ...filter, ...(after && { after }) })
  return { rows: intents, ...page }
}
export const askIntent = (intentId: string) => ask(askFeeIntent, { intentId })
export const readMismatch = (intentId: string) => ask(feeMismatch, { intentId })
export const bookMismatch = (asked: z.input<typeof bookFeeMismatch.body>) => ask(bookFeeMismatch, asked)

export const listEvents = () => ask(gatewayEvents, {})
export const replayEvents = (gateway: GatewayId) => ask(replayGatewayEvents, { gateway })

export const listSettlements = () => ask(feeSettlements, {})
export const sendSettlement = async (
  file: File,
  { gateway, settledOn }: { gateway: GatewayId; settledOn: string },
  settlementId: OpId,
) =>
  (
    await ask(importSettlement, {
      settlementId,
      gateway,
      settledOn,
      data: toBase64(new Uint8Array(await file.arrayBuffer())),
    })
  ).settlement
export type SettlementList = z.infer<typeof feeSettlements.reply>
