import 'fake-indexeddb/auto'
import type { DeviceIdentity } from '#local/device/identity.ts'
import { streamOf } from '#local/device/identity.ts'
import { type Device, openDevice } from '#local/device/open-device.ts'
import { pair } from '#local/device/pairing.ts'
import { startSending } from '#local/device/sending.ts'
import { openHttp } from '#local/kernel/http.ts'
import { machineClock } from '#local/kernel/machine.ts'
import type { Surroundings } from '#local/kernel/ports.ts'
import { realSleep } from '#local/kernel/surroundings.ts'
import type { Sender } from '#local/outbox/sender.types.ts'
import { openTill } from '#local/pos/open-till.ts'
import type { Till } from '#local/pos/till.types.ts'
import type { StoredOp } from '#local/storage/outbox-db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { Random } from '#shared/kernel/ids.ts'
import { memoryCanary } from '#tests/support/checks/memory-canary.ts'
import type { Wire } from '#tests/support/devices/device-kit.ts'
import { seededRandom } from '#tests/support/devices/test-surroundings.ts'
import { type Cashier, doSomething } from './cashier.ts'

/** Waits are a tenth of the real ones: a minute of backing off would be most of a test. */
const hurry = 10

export interface LiveTillOptions {
  schoolCode: string
  /** Names this till's databases among the other tills of this process. */
  name: string
  seed: number
  wire: Wire
  pairingCode: string
  cashier: Omit<Cashier, 'random'>
}

/** A till in this process: the client's own core over real HTTP, sold at by somebody who never rests. */
export class LiveTill {
  readonly identity: DeviceIdentity
  readonly #device: Device
  readonly #till: Till
  readonly #sender: Sender
  readonly #cashier: Cashier
  readonly #random: Random
  /** Names of what the screen called saved. */
  readonly saved = new Set<string>()
  #selling: Promise<void> | undefined
  #isOpen = false

  private constructor(parts: {
    identity: DeviceIdentity
    device: Device
    till: Till
    sender: Sender
    cashier: Cashier
  }) {
    this.identity = parts.identity
    this.#device = parts.device
    this.#till = parts.till
    this.#sender = parts.sender
    this.#cashier = parts.cashier
    this.#random = parts.cashier.random
  }

  /** Pairs a new device and waits for its first whole snapshot. */
  static async unpack(options: LiveTillOptions): Promise<LiveTill> {
    const random = seededRandom(options.seed)
    const surroundings = surroundingsOf(options.name, random)
    const canary = memoryCanary()
    const device = await openDevice({
      schoolCode: options.name,
      surroundings,
      canary,
      appVersion: 'test',
      maySteal: () => true,
    })
    const { schoolCode } = options
    const http = openHttp({
      origin: 'http://localhost',
      identify: () => ({ schoolCode, clientId: schoolCode, token: undefined }),
      fetch: (input, init) => options.wire(new Request(input, init)),
    })
    const parts = { http, store: device.store, clock: machineClock, random, formerLife: undefined }
    const { identity } = await again(() => pair(parts, options.pairingCode))
    const page: { till?: Till } = {}
    const whole = Promise.withResolvers<void>()
    const sender = startSending(device, identity, http, {
      openShiftSeq: () => page.till?.openShiftSeq() ?? null,
      onTrouble: () => undefined,
    })
    surroundings.channel.listen((message) => message.type === 'snapshot' && whole.resolve())
    await whole.promise
    const { inContact } = device.contact
    const till = await openTill({
      appender: device.appender,
      snapshot: device.snapshot,
      identity,
      surroundings,
      canary,
      inContact,
    })
    if (!till) throw new Error('no whole snapshot')
    page.till = till
    return new LiveTill({ identity, device, till, sender, cashier: { ...options.cashier, random } })
  }

  /** Sells until `rest`, whatever becomes of the network; a refusal of the screen is part of the day. */
  work(): void {
    this.#isOpen = true
    this.#selling ??= this.#sell()
  }

  async rest(): Promise<void> {
    this.#isOpen = false
    await this.#selling
    this.#selling = undefined
  }

  async #sell() {
    while (this.#isOpen) {
      try {
        for (const name of await doSomething(this.#till, this.#cashier)) this.saved.add(name)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
      }
      await realSleep(20 + this.#random.float() * 100, new AbortController().signal)
    }
  }

  /** Somebody presses "send now" and waits until nothing is left. @throws Error when something stays for `limitMs` */
  async drain(limitMs = 180_000): Promise<void> {
    const giveUpAt = performance.now() + limitMs
    this.#sender.sendNow()
    for (;;) {
      const { pending, attention } = await this.#device.store.counts()
      if (pending === 0 && attention === 0) return
      if (attention > 0 || performance.now() > giveUpAt) {
        const [first] = await this.#device.store.open(1)
        throw new Error(
          `${this.identity.till.tillCode}: ${pending} operations unsent, ${attention} set aside: ${first?.lastError}`,
        )
      }
      await realSleep(200, new AbortController().signal)
    }
  }

  get stream(): string {
    return streamOf(this.identity)
  }

  /** Everything it ever saved, in order. */
  ops = (): Promise<StoredOp[]> => this.#device.store.ofStream(this.stream, 0)

  async throwAway(): Promise<void> {
    await this.rest()
    await this.#sender.stop()
    this.#till.close()
    this.#device.close()
  }
}

/** A server may close a quiet connection at the moment that it is used again: anyone who stands there asks once more. */
export async function again<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (tries > 5) throw error
    }
  }
}

function surroundingsOf(name: string, random: Random): Surroundings {
  const listeners = new Set<Parameters<Surroundings['channel']['listen']>[0]>()
  return {
    clock: machineClock,
    random,
    locks: {
      request: (lock, options, work) => navigator.locks.request(`${name}:${lock}`, options, (held) => work(held)),
    },
    sleep: (ms, signal) => realSleep(ms / hurry, signal),
    channel: {
      post: (message) => {
        for (const listener of listeners) listener(message)
      },
      listen: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      close: () => listeners.clear(),
    },
    freeSpace: async () => undefined,
  }
}
