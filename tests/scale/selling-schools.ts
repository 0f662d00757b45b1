import { setTimeout as pauseFor } from 'node:timers/promises'
import type { Db } from '#server/kernel/db.ts'
import { seededRandom } from '#tests/support/devices/test-surroundings.ts'
import { createPairingCode, tillList } from '#shared/sync/device.contract.ts'
import { login } from '#tests/support/checks/plain-login.ts'
import { schoolAsker } from '#tests/support/served/served-school-api.ts'
import { carefreePupils, demoSchool, signInOf } from '#tests/support/served/served-school-demo.ts'
import { type Audit, audit } from '../servers/books.ts'
import { nameInBooks } from '../servers/cashier.ts'
import type { LiveServer } from '../servers/live-server.ts'
import { again, LiveTill } from '../servers/live-till.ts'
import { openWay, Witness } from '../servers/live-wire.ts'
import type { ClonedSchool } from './clone-schools.ts'

/** The demo school that all are copies of. */
export const model = 'alnoor'

const unpackMs = 30_000

interface Seller {
  school: ClonedSchool
  till: LiveTill
  witness: Witness
}

/** Tills of many schools at real servers, with what each of them was told. */
export class SellingSchools {
  readonly #servers: readonly LiveServer[]
  readonly #sellers: Seller[] = []

  constructor(servers: readonly LiveServer[]) {
    this.#servers = servers
  }

  /** Pairs `tillsEach` tills in each school; the servers run. */
  async open(schools: readonly ClonedSchool[], tillsEach: number): Promise<void> {
    const [first] = this.#servers
    if (!first) throw new Error('schools need a server')
    const pupils = carefreePupils(demoSchool(model))
    const cashier = signInOf(demoSchool(model), 'operator1')
    const { userName, password } = signInOf(demoSchool(model), 'supervisor')
    for (const [n, school] of schools.entries()) {
      const ask = schoolAsker(first, school.code)
      const { token } = await again(() => ask(login, { userName, password }))
      const { tills } = await again(() => ask(tillList, {}, token))
      for (const [i, { tillId }] of tills
        .filter(({ kind }) => kind !== 'desk')
        .slice(0, tillsEach)
        .entries()) {
        const witness = new Witness(() => undefined)
        const seed = n * 1000 + i
        const random = seededRandom(seed)
        const ports = () => this.#servers.map(({ port }) => port)
        const { code } = await again(() => ask(createPairingCode, { tillId }, token))
        const till = await this.#inTime(
          LiveTill.unpack({
            schoolCode: school.code,
            // Databases of an earlier cluster's tills are still in this process.
            name: `${school.code}-${i}-${crypto.randomUUID()}`,
            seed,
            wire: openWay({ schoolCode: school.code, witness, random, ports }),
            pairingCode: code,
            cashier: {
              actor: { userId: cashier.id, roles: [cashier.role] },
              customers: pupils.filter((_, k) => k % tillsEach === i).map(({ id }) => id),
            },
          }),
          witness,
        )
        this.#sellers.push({ school, till, witness })
      }
    }
  }

  /** @throws Error with the server's last words when a till does not get its first copy */
  async #inTime(unpacking: Promise<LiveTill>, witness: Witness): Promise<LiveTill> {
    const late = new AbortController()
    const limit = pauseFor(unpackMs, undefined, { signal: late.signal }).then(() => {
      const said = this.#servers.flatMap((server) => server.said()).slice(-3)
      throw new Error(`a till got no copy: ${witness.lastAnswer} ${said.join(' ')}`)
    })
    try {
      return await Promise.race([unpacking, limit])
    } finally {
      late.abort()
      limit.catch(() => undefined)
    }
  }

  work = (): void => this.#sellers.forEach(({ till }) => till.work())

  async rest(): Promise<void> {
    await Promise.all(this.#sellers.map(({ till }) => till.rest()))
  }

  /** Rests and sends what is left. */
  async drain(limitMs?: number): Promise<void> {
    await this.rest()
    await Promise.all(this.#sellers.map(({ till }) => till.drain(limitMs)))
  }

  #of = (codes: readonly string[]) =>
    this.#sellers.filter(({ school }) => codes.length === 0 || codes.includes(school.code))

  /** How many operations the tills of these schools (of all, without any) were told are safe. */
  acknowledged = (codes: readonly string[] = []): number =>
    this.#of(codes).reduce((sum, { witness }) => sum + witness.acknowledged.size, 0)

  saved = (codes: readonly string[] = []): number => this.#of(codes).reduce((sum, { till }) => sum + till.saved.size, 0)

  /** Lines of answers that a server should not give, until now. */
  failures = (codes: readonly string[] = []): string[] =>
    this.#of(codes).flatMap(({ witness }) => [...witness.broken].filter((line) => line.startsWith('failed')))

  /** Holds the books of every till against the rows of its school, after `drain`. */
  async audit(db: Db): Promise<Audit> {
    const all: Audit = { lost: [], doubled: [], wrong: [] }
    const schools = new Map(this.#sellers.map(({ school }) => [school.schoolId, school]))
    for (const { schoolId, code } of schools.values()) {
      const books = []
      for (const { till, witness } of this.#of([code])) {
        const ops = await till.ops()
        const kept = new Set(ops.map(nameInBooks))
        for (const name of till.saved) if (!kept.has(name)) all.lost.push(`${code} ${name}: the till has it no more`)
        all.lost.push(...[...witness.broken].filter((line) => line.startsWith('lost')))
        all.doubled.push(...[...witness.broken].filter((line) => line.startsWith('doubled')))
        books.push({ deviceId: till.identity.deviceId, stream: till.stream, ops })
      }
      const found = await audit(db, schoolId, books)
      for (const kind of ['lost', 'doubled', 'wrong'] as const)
        all[kind].push(...found[kind].map((line) => `${code} ${line}`))
    }
    return all
  }

  async clear(): Promise<void> {
    await Promise.all(this.#sellers.map(({ till }) => till.throwAway()))
  }
}
