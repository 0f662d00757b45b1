import { gatewayCaller } from '#server/node/gateways/gateway-caller.ts'
import { type SimulatedGateway, startSimulatedGateway } from '#server/node/gateways/simulated-gateway.ts'
import { setFeeGateway } from '#shared/fees/online/fee-gateway.contract.ts'
import { feeIntents, makeFeeLink } from '#shared/fees/online/online-payment.contract.ts'
import { minor } from '#shared/kernel/money.ts'
import type { TestSchool } from '#tests/support/factories.ts'
import { type Box, type Caller, call, type Reply, send } from '#tests/support/server.ts'
import { accountOfChild, bill, newOpId } from './fee-ledger.ts'
import { makePupils, setUpFees } from './fee-set-up.ts'

export const gatewaySecret = 'secret-of-reports'

/** Starts the simulated gateway and lets a server reach it; nothing else. */
export async function withGateway(box: Box): Promise<SimulatedGateway> {
  const gateway = await startSimulatedGateway(gatewaySecret, { nowMs: () => box.clock.nowMs() })
  box.deps.gateways = { call: gatewayCaller({ simulatedUrl: gateway.url }), simulatedUrl: gateway.url }
  return gateway
}

export const gatewayInput = {
  gateway: 'simulated',
  isEnabled: true,
  isLive: false,
  merchantCountry: 'QA',
  merchant: 'school-1',
  apiKey: 'sk_test_0123456789',
  webhookSecret: gatewaySecret,
  revision: 0,
} as const

/** A school whose gateway is on, with two children of one father who owe three parts each. */
export async function setUpOnline(
  box: Box,
  school: TestSchool,
  { finance, head }: { finance: Caller; head: Caller },
): Promise<{ payerId: string; numbers: [string, string] }> {
  await setUpFees(box, { finance, head })
  const children = await makePupils(box, school, [{ father: 'Khalid', births: ['2019-01-01', '2021-01-01'] }])
  await bill(box, finance, school)
  const { status, body } = await call(box.app, finance, setFeeGateway, gatewayInput)
  if (status !== 200) throw new Error(JSON.stringify(body))
  const numbers = children.map(({ id }) => id) as [string, string]
  const account = await accountOfChild(box, finance, numbers[0])
  return { payerId: account.payers[0]?.payerId ?? '', numbers }
}

/** Asks for a link to pay items. */
export async function linkFor(
  box: Box,
  caller: Caller,
  payerId: string,
  items: readonly { chargeId: string; amount: number }[],
  intentId = newOpId(),
): Promise<Reply> {
  const wished = items.map(({ chargeId, amount }) => ({ chargeId, amount: minor(amount) }))
  return call(box.app, caller, makeFeeLink, { intentId, payerId, items: wished, language: 'en' })
}

/** The gateway's id of a payment, as it stands in the address of its hosted page. */
export const chargeOf = (reply: Reply): string => {
  const { intent } = makeFeeLink.reply.parse(reply.body)
  return intent.url?.split('/').at(-1) ?? ''
}

export const intentsOf = async (box: Box, caller: Caller) =>
  feeIntents.reply.parse((await call(box.app, caller, feeIntents)).body).intents

/** Sends a report as a gateway would, or as somebody who pretends to be one. */
export const report = (box: Box, body: string, signature: string, to = 'alnoor/simulated') =>
  send(box.app, { headers: { 'x-signature': signature } }, 'post', `/gateway-events/${to}`, body)
