import type { Db } from '#server/kernel/db.ts'
import type { Random } from '#shared/kernel/ids.ts'
import { seededRandom } from '#tests/support/devices/test-surroundings.ts'
import { openSchoolApi } from '#tests/support/served/served-school-api.ts'
import { carefreePupils, demoSchool, signInOf } from '#tests/support/served/served-school-demo.ts'
import { audit } from './books.ts'
import { nameInBooks } from './cashier.ts'
import type { LiveServer } from './live-server.ts'
import { again, LiveTill } from './live-till.ts'
import { openWay, Witness } from './live-wire.ts'
import { emptyReport, type FaultReport } from './report.ts'

const code = 'alnoor'

/** One history of accidents: a seed decides it, as far as processes and disks let a seed decide. */
export interface Plan {
  seed: number
  /** How many accidents. */
  faults: number
  say(line: string): void
}

export interface DayOptions {
  plan: Plan
  name: string
  /** Every server of the day; a till knocks at one of them at random, whether it lives or not. */
  servers: readonly LiveServer[]
  /** How likely a batch goes to two servers at once. */
  twice?: number
}

/** A school day on real servers: tills that sell from beginning to end, and what they were told meanwhile. */
export class SchoolDay {
  readonly random: Random
  readonly report: FaultReport
  readonly #options: DayOptions
  readonly #acknowledged = new EventTarget()
  readonly #tills: { till: LiveTill; witness: Witness }[] = []

  constructor(options: DayOptions) {
    this.#options = options
    this.random = seededRandom(options.plan.seed)
    this.report = emptyReport(options.name, options.plan.seed)
  }

  /** Pairs a tablet at every till of the school and begins to sell. The servers run. */
  async open(): Promise<void> {
    const [first] = this.#options.servers
    if (!first) throw new Error('a school day needs a server')
    const school = demoSchool(code)
    const api = await again(() => openSchoolApi(first, code))
    const pupils = carefreePupils(school)
    const cashier = signInOf(school, 'operator1')
    const { plan, servers, twice = 0 } = this.#options
    const tills = (await again(api.tills)).filter(({ kind }) => kind !== 'desk')
    for (const [i, { tillId }] of tills.entries()) {
      const witness = new Witness(() => this.#acknowledged.dispatchEvent(new Event('now')))
      const random = seededRandom(plan.seed * 100 + i)
      const wire = openWay({ schoolCode: code, witness, random, twice, ports: () => servers.map(({ port }) => port) })
      const till = await LiveTill.unpack({
        schoolCode: code,
        name: `${this.#options.name}-${plan.seed}-${i}`,
        seed: plan.seed * 1000 + i,
        wire,
        pairingCode: await again(() => api.pairingCode(tillId)),
        cashier: {
          actor: { userId: cashier.id, roles: [cashier.role] },
          customers: pupils.filter((_, n) => n % tills.length === i).map(({ id }) => id),
        },
      })
      this.#tills.push({ till, witness })
      till.work()
    }
  }

  /** Counts an accident and says how far the day is. */
  async happened(what: string): Promise<void> {
    this.report.faults += 1
    this.#count()
    const { faults, acknowledged, name, seed } = this.report
    this.#options.plan.say(
      `${name} ${seed}: ${faults} of ${this.#options.plan.faults}, ${what}, ${acknowledged} acknowledged`,
    )
  }

  #count() {
    this.report.saved = this.#tills.reduce((sum, { till }) => sum + till.saved.size, 0)
    this.report.acknowledged = this.#tills.reduce((sum, { witness }) => sum + witness.acknowledged.size, 0)
  }

  /** Resolves once this many more operations have been acknowledged: the servers work. @throws Error when they never do */
  async sold(more: number, limitMs = 120_000): Promise<void> {
    this.#count()
    const wanted = this.report.acknowledged + more
    for (let waitedMs = 0; this.report.acknowledged < wanted; waitedMs += 50) {
      if (waitedMs > limitMs)
        throw new Error(`the servers run, and acknowledge nothing; they say ${this.#lastAnswers()}`)
      await this.pass(50)
      this.#count()
    }
  }

  #lastAnswers = () => this.#tills.map(({ witness }) => witness.lastAnswer).join(' and ')

  /** How often a server has refused a call for now. */
  refusals = (): number => this.#tills.reduce((sum, { witness }) => sum + witness.refused, 0)

  /** Resolves once the tills have saved this many more operations, server or no server. @throws Error when they never do */
  async saved(more: number, limitMs = 120_000): Promise<void> {
    this.#count()
    const wanted = this.report.saved + more
    for (let waitedMs = 0; this.report.saved < wanted; waitedMs += 50) {
      if (waitedMs > limitMs) throw new Error('the tills do not sell any more')
      await this.pass(50)
      this.#count()
    }
  }

  pass = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
  /**
   * A moment for an accident: half of the times any, the others the very one in which a till has been told that something is
   * safe, since a server that promises too early has nothing then but its promise. The servers work.
   */
  async badMoment(): Promise<void> {
    await this.moment(0, 1500)
    if (this.random.float() < 0.5) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#acknowledged.addEventListener('now', () => resolve(), { once: true })
    await promise
  }

  /** A moment between the two, uniformly. */
  moment = (fromMs: number, toMs: number) => this.pass(fromMs + this.random.float() * (toMs - fromMs))

  /** Everybody stops selling and sends what is left. */
  async close(): Promise<void> {
    await Promise.all(this.#tills.map(({ till }) => till.rest()))
    await Promise.all(this.#tills.map(({ till }) => till.drain()))
    this.#count()
  }

  /** Reads the server's books, after `close` and with no server at work. */
  async settle(db: Db): Promise<FaultReport> {
    const { report } = this
    const books = await Promise.all(
      this.#tills.map(async ({ till }) => ({
        deviceId: till.identity.deviceId,
        stream: till.stream,
        ops: await till.ops(),
      })),
    )
    for (const [i, { till, witness }] of this.#tills.entries()) {
      const broken = Array.from(witness.broken)
      const kept = new Set(books[i]?.ops.map(nameInBooks))
      for (const name of till.saved)
        if (!kept.has(name)) report.lost.push(`${name} was called saved, and the till has it no more`)
      report.lost.push(...broken.filter((line) => line.startsWith('lost')))
      report.doubled.push(...broken.filter((line) => line.startsWith('doubled')))
      report.wrong.push(...broken.filter((line) => line.startsWith('failed')))
    }
    const found = await audit(db, demoSchool(code).id, books)
    report.lost.push(...found.lost)
    report.doubled.push(...found.doubled)
    report.wrong.push(...found.wrong)
    for (const server of this.#options.servers) {
      // The first start makes the schools.
      report.openMs.push(...server.openMs.slice(1))
      report.wrong.push(...server.complaints().map((line) => `the server said ${line.slice(0, 600)}`))
    }
    return report
  }

  /** Ends whatever still runs, also after a failure. */
  async clear(): Promise<void> {
    await Promise.all(this.#tills.map(({ till }) => till.throwAway()))
    await Promise.all(this.#options.servers.map((server) => server.end('SIGKILL')))
  }
}
