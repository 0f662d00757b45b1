import type { z } from 'zod'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { GatewayId } from '#shared/fees/online/gateway.rules.ts'
import type { tryFeeGateway } from '#shared/fees/online/gateway-event.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { adapters } from './adapters/adapters.ts'
import { gatewayRow, openAccount, possibleGateways } from './gateway-setup.service.ts'

/** Number of a payment that no gateway has. */
const nobodysPayment = '1'

/**
 * Asks a gateway for a payment that it does not have: a refusal of the payment alone says that the key is taken.
 * @throws AppError as the contract says
 */
export async function tryGateway(ctx: SessionCtx, gateway: GatewayId): Promise<z.input<typeof tryFeeGateway.reply>> {
  const { deps, school, tenant } = ctx
  if (!deps.gateways || !possibleGateways(deps).includes(gateway))
    throw new AppError('fees.no-gateway', { field: 'gateway' })
  const account = await openAccount(deps, await tenant((tx) => gatewayRow(tx, school.schoolId, gateway)))
  if (!account) throw new AppError('fees.gateway-incomplete')
  const answer = await adapters[gateway].fetchStatus(nobodysPayment, account, deps.gateways.call)
  const outcome = 'failed' in answer && answer.failed !== 'refused' ? answer.failed : 'connected'
  const facts = { kind: gateway, state: outcome }
  await tenant((tx) => recordAuditEvent(tx, ctx, 'fee-gateway-tried', { about: null, facts }))
  return { outcome }
}
