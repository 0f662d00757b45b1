import { sql } from 'drizzle-orm'
import { createApp } from '#server/app.ts'
import { accountBalances, customers } from '#server/features/pos/accounts/customer.table.ts'
import { pairingCodes } from '#server/features/sync/devices/device.table.ts'
import { hashPairingCode } from '#server/features/sync/devices/pairing.service.ts'
import { apiPrefix } from '#shared/kernel/endpoint.ts'
import type { DeviceId } from '#shared/kernel/ids.ts'
import { minor } from '#shared/kernel/money.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { pairDevice } from '#shared/sync/device.contract.ts'
import { makeTablet, makeTill, signatureHeaders, type TestDevice } from '#tests/support/factories.ts'
import { openCanteen } from '#tests/support/pos/canteen.ts'
import { type Box, call } from '#tests/support/server.ts'
import { people, startBalance } from './goods.ts'
import { simStartMs } from './world/sim-device.ts'
import type { Caller, PreviousInstall, ServerAnswer, ServerOp, SimServer, Truth } from './world/sim-server.ts'
import type { SimTime } from './world/sim-time.ts'

let schools = 0

/** The real server in this process, with a school of its own, on simulated time. */
export async function openRealServer(box: Box): Promise<(time: SimTime) => SimServer> {
  schools += 1
  const canteen = await openCanteen(box, `sim${schools}`, { people: 1 })
  const { schoolId } = canteen.school
  await box.db.database.tenant(schoolId, async (tx) => {
    const known = { schoolId, version: 1, className: '5B', allergens: [], diet: [], dailyLimit: null, active: true }
    const named = (n: number) => ({ admissionNo: `S${n}`, name: { en: `pupil ${n}`, ar: `pupil ${n}` } })
    const accounts = { schoolId, version: 1, balance: minor(startBalance), spentOn: null, spent: minor(0) }
    await tx
      .insert(customers)
      .values(people.customers.map((id, n) => ({ ...known, ...named(n), id, overdraft: minor(0) })))
    await tx.insert(accountBalances).values(people.customers.map((customerId) => ({ ...accounts, customerId })))
  })
  return (time) => new RealServer(box, canteen, time)
}

class RealServer implements SimServer {
  readonly #box: Box
  readonly #canteen: Awaited<ReturnType<typeof openCanteen>>
  readonly #app: ReturnType<typeof createApp>
  readonly #nowMs: () => number
  readonly #tablets = new Map<string, TestDevice>()

  constructor(box: Box, canteen: Awaited<ReturnType<typeof openCanteen>>, time: SimTime) {
    this.#box = box
    this.#canteen = canteen
    this.#nowMs = () => simStartMs + time.nowMs()
    const clock = { nowMs: this.#nowMs, monotonicMs: () => time.nowMs() }
    this.#app = createApp({ ...box.deps, clock })
  }

  async handle({ deviceId, signedAtMs }: Caller, path: string, text: string): Promise<ServerAnswer> {
    const tablet = this.#tablets.get(deviceId)
    if (!tablet) throw new Error('a device that was never paired')
    const fullPath = `${apiPrefix}${path}`
    const headers = {
      'content-type': 'application/json',
      'client-id': this.#canteen.school.code,
      ...(await signatureHeaders(tablet, 'post', fullPath, text, signedAtMs)),
    }
    const connection = { incoming: { socket: { remoteAddress: '192.0.2.1' } } }
    const init = { method: 'POST', headers, body: text }
    const response = await this.#app.request(`http://localhost${fullPath}`, init, connection)
    return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() }
  }

  /** Through the front door: a code, redeemed by a tablet that says what it remembers. */
  async pair(deviceId: DeviceId, formerLife: PreviousInstall | undefined): Promise<void> {
    const { school, cashier } = this.#canteen
    const tablet = { ...(await makeTablet()), deviceId }
    this.#tablets.set(deviceId, tablet)
    const { tillId } = await makeTill(this.#box, school)
    const code = `ABCD${String(this.#tablets.size).padStart(4, 'X')}`
    const expiresAt = toInstant(this.#nowMs() + 600_000)
    const codeHash = hashPairingCode(school.schoolId, code)
    await this.#box.db.database.tenant(school.schoolId, (tx) =>
      tx.insert(pairingCodes).values({ schoolId: school.schoolId, codeHash, tillId, createdBy: cashier, expiresAt }),
    )
    const body = {
      code,
      deviceId,
      publicKey: tablet.publicKey,
      ...(formerLife && { formerLife: { ...formerLife, receiptHighWater: 0 } }),
    }
    const reply = await call(
      this.#app,
      { school: school.code, address: `192.0.2.${this.#tablets.size + 1}` },
      pairDevice,
      body,
    )
    if (reply.status !== 200) throw new Error(`not paired: ${JSON.stringify(reply.body)}`)
  }

  async revoke(deviceId: DeviceId, isRevoked: boolean): Promise<void> {
    const at = isRevoked ? toInstant(this.#nowMs()) : null
    await this.#box.db.owner.execute(sql`update devices set revoked_at = ${at}::timestamptz where id = ${deviceId}`)
  }

  async truth(): Promise<Truth> {
    const ops = await this.#rows<ServerOp>(sql`
      select op_id as "opId", hash, stream, seq, install_epoch as "installEpoch", outcome, to_jsonb(flags) as flags, kind,
        envelope->>'actorId' as "actorId", envelope->'body' as body from sync_ops where school_id = ${this.#schoolId}`)
    const balances = await this.#rows<{ id: string; balance: number }>(sql`
      select customer_id as id, balance::int as balance from account_balances where school_id = ${this.#schoolId}`)
    const alerts = await this.#rows<Truth['alerts'][number]>(sql`
      select device_id as "deviceId", kind, count from device_alerts where school_id = ${this.#schoolId} order by id`)
    const lost = await this.#rows<Truth['lost'][number]>(sql`
      select raw->>'stream' as stream, (raw->>'from')::int as "from", (raw->>'to')::int as "to" from sync_quarantine
      where school_id = ${this.#schoolId} and outcome = 'lost'`)
    return {
      lost,
      ops: new Map(ops.map((op) => [op.opId, op])),
      balances: new Map(balances.map(({ id, balance }) => [id, balance])),
      alerts,
      effects: undefined,
    }
  }

  get #schoolId() {
    return this.#canteen.school.schoolId
  }

  async #rows<T>(query: ReturnType<typeof sql>): Promise<T[]> {
    return (await this.#box.db.owner.execute(query)).rows as T[]
  }
}
