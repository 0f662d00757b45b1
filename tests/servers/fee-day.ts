import { type SimulatedGateway, startSimulatedGateway } from '#server/node/gateways/simulated-gateway.ts'
import { feeAccount } from '#shared/fees/fee-account.contract.ts'
import { feeGateways, setFeeGateway } from '#shared/fees/online/fee-gateway.contract.ts'
import { login } from '#tests/support/checks/plain-login.ts'
import { seededRandom } from '#tests/support/devices/test-surroundings.ts'
import { billChild, billedChild } from '#tests/support/fees/served-fees.ts'
import { gatewayInput, gatewaySecret } from '#tests/support/fees/online-fees.ts'
import { schoolAsker } from '#tests/support/served/served-school-api.ts'
import { demoSchool, signInOf } from '#tests/support/served/served-school-demo.ts'
import { auditFees } from './fee-books.ts'
import { FeeSettlements, FeeStatements } from './fee-bank.ts'
import { type Bringer, FeeDesk, type FeeDeskParts, FeeLinks } from './fee-desk.ts'
import { FeeCheques, FeeMoves, FeeReturns } from './fee-office.ts'
import { LiveServer } from './live-server.ts'
import { emptyReport, type FaultReport } from './report.ts'
import type { Plan } from './school-day.ts'
import { postgresStore } from './stores.ts'

const schoolCode = 'alnoor'

/** Requests in the middle of which the server is killed, one after the other. */
const steps = [
  'statement-booking',
  'reallocation',
  'settlement',
  'refund-paid',
  'bounce',
  'statement',
  'credit-note',
  'clear',
  'payment',
  'link',
  'link-state',
  'refund',
  'refund-approved',
  'cheque',
  'deposit',
  'represent',
  'replace',
  'statement-stop',
  'statement-resume',
]

type Opened = Omit<FeeDeskParts, 'random'> & { approver: string }

/** Switches the gateway of the school on, and returns who receives money of whom. */
async function openFees(server: LiveServer): Promise<Opened> {
  await billChild(server, schoolCode)
  const ask = schoolAsker(server, schoolCode)
  const { userName, password } = signInOf(demoSchool(schoolCode), 'finance')
  const { token } = await ask(login, { userName, password })
  const { gateways } = await ask(feeGateways, {}, token)
  const revision = gateways.find(({ gateway }) => gateway === 'simulated')?.revision ?? 0
  await ask(setFeeGateway, { ...gatewayInput, revision }, token)
  const number = billedChild.admissionNo
  const { payers } = await ask(feeAccount, { number }, token)
  const head = signInOf(demoSchool(schoolCode), 'head')
  const { token: approver } = await ask(login, { userName: head.userName, password: head.password })
  return { server, schoolCode, token, number, payerId: payers[0]?.payerId ?? '', approver }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Waits until the server is asked for a step, or for 20 s; then for some ms more. @returns the steps that it is in by then */
async function momentOf(step: string | undefined, bringers: readonly Bringer[], moreMs: number): Promise<string[]> {
  const asked = () => bringers.flatMap(({ asking }) => asking ?? [])
  for (const fromMs = performance.now(); performance.now() - fromMs < 20_000; await pause(1))
    if (step !== undefined && asked().includes(step)) break
  await pause(moreMs)
  return asked()
}

/** Opens the desks, offices and families of one history. */
function openBringers(parts: Opened, gateway: SimulatedGateway, seed: number): Bringer[] {
  const of = (no: number) => ({ ...parts, random: seededRandom(seed * 100 + no) })
  const links = new FeeLinks(of(3), gateway)
  const bringers = [
    new FeeDesk(of(1)),
    new FeeDesk(of(2)),
    links,
    new FeeCheques(of(4)),
    new FeeReturns(of(5), parts.approver),
    new FeeMoves(of(6)),
    new FeeStatements(of(7)),
    new FeeSettlements(of(8), links),
  ]
  for (const bringer of bringers) bringer.open()
  return bringers
}

/**
 * Two desks receive money of one payer, offices take cheques to the bank, credit and refund, allocate again, import statements and book
 * settlements, and the family pays by links, while the server is killed in the middle of each of these steps in turn: between a link
 * and its address, between the money and its receipt, between a report and the question about it, between a cheque and its step.
 */
export async function feeHistory(plan: Plan): Promise<FaultReport> {
  const report = emptyReport('fees', plan.seed)
  const random = seededRandom(plan.seed)
  const store = await postgresStore()
  const gateway = await startSimulatedGateway(gatewaySecret, { nowMs: Date.now })
  const faceKey = Buffer.alloc(32, 7).toString('base64')
  const apart = { NODE_ENV: 'development', SIMULATED_GATEWAY_URL: gateway.url, FACE_KEY: faceKey }
  const server = await LiveServer.at({ ...store.settings, ...apart })
  try {
    await server.start()
    const bringers = openBringers(await openFees(server), gateway, plan.seed)
    const count = () => bringers.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0)
    while (report.faults < plan.faults) {
      const wanted = count() + 5
      for (let waitedMs = 0; count() < wanted; waitedMs += 20) {
        if (waitedMs > 120_000)
          throw new Error(`the server runs, and acknowledges nothing: ${server.said().join('\n')}`)
        await pause(20)
      }
      const step = steps[((plan.seed - 1) * plan.faults + report.faults) % steps.length]
      const hit = await momentOf(step, bringers, random.float() * 30)
      await server.end('SIGKILL')
      report.faults += 1
      plan.say(`fees ${plan.seed}: ${report.faults} of ${plan.faults} in ${hit.join(', ')}; ${count()} acknowledged`)
      await server.start()
    }
    for (const bringer of bringers) await bringer.close()
    report.acknowledged = count()
    report.saved = report.acknowledged
    report.openMs.push(...server.openMs)
    report.wrong.push(...server.complaints())
    await server.end('SIGTERM')
    const told = new Map(bringers.flatMap(({ acknowledged }) => [...acknowledged]))
    const effects = bringers.flatMap((bringer) => bringer.effects)
    await store.look((db) => auditFees(db, schoolCode, { told, effects }, report))
    return report
  } finally {
    await server.end('SIGKILL')
    await gateway.close()
    await store.remove()
  }
}
