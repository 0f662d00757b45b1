import { createApp } from '#server/app.ts'
import { openInstallation } from '#server/features/sync/installation/installation.service.ts'
import { familyMessages } from '#server/features/messaging/message-plan.service.ts'
import { settleRestored } from '#server/features/retention/restore/settle-restored.service.ts'
import type { Database } from '#server/kernel/db.ts'
import { listen } from '#server/node/listen.ts'
import { machineClock, machineRandom } from '#server/node/machine.ts'
import { composeApp } from '#server/node/run-server.ts'
import { apiPrefix } from '#shared/kernel/endpoint.ts'
import { type Operation, pushOps } from '#shared/sync/sync.contract.ts'
import type { BareTill } from '#tests/bench/bare-insert.ts'
import { releaseAtEnd, temporaryFolder } from '#tests/bench/resources.ts'
import { signatureHeaders } from '#tests/support/factories.ts'
import { type Canteen, openCanteen, type PairedDevice, pairDevice } from '#tests/support/pos/canteen.ts'
import { TillOps } from '#tests/support/pos/till-ops.ts'
import type { Box } from '#tests/support/server.ts'

/** A till that is paired and has a shift open on the server. */
export interface BenchTill {
  device: PairedDevice
  ops: TillOps
}

export interface IngestServer {
  canteen: Canteen
  tills: BenchTill[]
  /** A signed request that is ready to go: signing is the tablet's work and is not timed. Rejects unless all is applied. */
  prepare(till: BenchTill, ops: readonly Operation[]): Promise<() => Promise<void>>
}

/** The whole server over this database, listening on a port of this machine, with `count` tills of one school and so many pupils. */
export async function openIngestServer(database: Database, count: number, people = 200): Promise<IngestServer> {
  const box = boxOver(database)
  const noFiles = { current: temporaryFolder(), previous: temporaryFolder() }
  const listening = await listen(composeApp(createApp(box.deps), noFiles), 0)
  releaseAtEnd(() => listening.stop(1000))
  const canteen = await openCanteen(box, 'bench', { people })
  const tills: BenchTill[] = []
  for (let i = 0; i < count; i += 1) {
    const device = await pairDevice(canteen)
    tills.push({ device, ops: new TillOps(device) })
  }
  const url = `http://127.0.0.1:${listening.port}${apiPrefix}${pushOps.path}`
  const prepare: IngestServer['prepare'] = async ({ device, ops: till }, ops) => {
    const body = JSON.stringify(till.batch(ops))
    const path = `${apiPrefix}${pushOps.path}`
    const proof = await signatureHeaders(device.tablet, pushOps.method, path, body, machineClock.nowMs())
    const headers = { 'content-type': 'application/json', 'client-id': canteen.school.code, ...proof }
    return async () => {
      const response = await fetch(url, { method: 'POST', headers, body })
      const answer = await response.text()
      const { results = [] } = JSON.parse(answer) as { results?: { outcome: string }[] }
      const isWhole = results.length === ops.length && results.every(({ outcome }) => outcome === 'applied')
      if (!isWhole) throw new Error(`a sale of the bench was not applied: ${response.status} ${answer.slice(0, 200)}`)
    }
  }
  for (const till of tills) await (await prepare(till, [till.ops.openShift()]))()
  return { canteen, tills, prepare }
}

/** Three lines each, every second one on a pupil's account. */
export function makeSales({ device, ops }: BenchTill, count: number): Operation[] {
  const { customers } = device.canteen
  return Array.from({ length: count }, (_, n) => {
    const customerId = customers[n % customers.length]
    const pay = n % 2 === 0 && customerId ? ({ kind: 'account', customerId } as const) : ({ kind: 'cash' } as const)
    const lines = [
      [0, 1000],
      [1, 2000],
      [2, 1000],
    ] as const
    return ops.sale({ lines, pay: [pay] })
  })
}

/** The same sales for nobody but the database: from a life of the till that the server has not heard of. */
export function makeBareSales(till: BenchTill, count: number): { as: BareTill; ops: Operation[] } {
  const ops = new TillOps(till.device)
  ops.shift = till.ops.shift
  const { deviceId, tillId } = till.device.ctx.device
  return {
    as: { deviceId, tillId, installEpoch: ops.installEpoch },
    ops: makeSales({ device: till.device, ops }, count),
  }
}

/** The part of a test's box that a school and the app need. */
export function boxOver(database: Database): Box {
  const quiet = () => undefined
  // Signing in is slow on purpose, and is not what is measured.
  const passwords = { hash: async () => '', verify: async () => true }
  const clock = { ...machineClock, advance: quiet }
  const deps: Box['deps'] = {
    db: database,
    installation: openInstallation({ db: database, clock, random: machineRandom }),
    clock,
    random: machineRandom,
    passwords,
    log: { info: quiet, warn: quiet, error: quiet },
    settings: { mode: 'test', publicUrl: undefined, hosts: [], trustProxy: false },
    familyMessages,
    settleRestored,
    mailer: undefined,
  }
  const close = () => database.close()
  const noOwner = undefined as never
  return {
    app: createApp(deps),
    deps,
    db: { database, owner: noOwner, close },
    clock,
    log: [],
    verified: () => 0,
    close,
  }
}
