import { type DeviceIdentity, streamOf } from '#local/device/identity.ts'
import { openDevice } from '#local/device/open-device.ts'
import { exchangeOf, syncLockName } from '#local/device/sending.ts'
import { openHttp } from '#local/kernel/http.ts'
import { browserSurroundings } from '#local/kernel/surroundings.ts'
import { append } from '#local/outbox/append.ts'
import { startSender } from '#local/outbox/sender.ts'
import { DeviceId } from '#shared/kernel/fields.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { sampleSale } from '#tests/bench/sample-sale.ts'

declare global {
  /** A new device saves `count` sales while nothing sends; the next call of `benchDrain` sends them. */
  var benchFill: (count: number) => Promise<void>
  /** Starts the sender as a page does and answers how many milliseconds pass until nothing is unsent. */
  var benchDrain: () => Promise<number>
}

const name = { en: 'Till', ar: 'صندوق' }
const canary = { read: () => undefined, write: () => undefined, clear: () => undefined }

async function newDevice() {
  const schoolCode = `bench-${crypto.randomUUID()}`
  const surroundings = browserSurroundings(schoolCode)
  const device = await openDevice({ schoolCode, surroundings, canary, appVersion: 'bench', maySteal: () => true })
  const newId = () => uuidv7(surroundings.clock.nowMs(), surroundings.random)
  const curve = { name: 'ECDSA', namedCurve: 'P-256' }
  const identity: DeviceIdentity = {
    deviceId: DeviceId.parse(newId()),
    installEpoch: newId(),
    till: { tillId: newId(), siteCode: 'S', tillCode: 'T', kind: 'till', name, site: name },
    epoch: 1,
    keys: await crypto.subtle.generateKey(curve, false, ['sign', 'verify']),
    pinKey: await crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign']),
  }
  return { device, identity, newId, schoolCode }
}

let filled: Awaited<ReturnType<typeof newDevice>> | undefined

globalThis.benchFill = async (count) => {
  const { device, identity, newId, ...rest } = await newDevice()
  const stream = streamOf(identity)
  for (let i = 0; i < count; i += 1) {
    const opId = newId()
    const draft = {
      opId,
      stream,
      kind: 'pos.sale',
      v: 1,
      actorId: null,
      amountMinor: 6006,
      label: null,
      body: sampleSale,
    }
    await append(device.appender, stream, opId, (counters) => ({ draft, counters }))
  }
  filled = { device, identity, newId, ...rest }
}

globalThis.benchDrain = async () => {
  if (!filled) throw new Error('nothing to drain')
  const { device, identity, schoolCode } = filled
  const { surroundings } = device.options
  const http = openHttp({ identify: () => ({ schoolCode, clientId: schoolCode, token: undefined }) })
  const isEmpty = Promise.withResolvers<void>()
  const look = async () => (await device.store.counts()).pending === 0 && isEmpty.resolve()
  const before = performance.now()
  surroundings.channel.listen((message) => {
    if (message.type === 'ops-settled') look().catch(isEmpty.reject)
  })
  const sender = startSender({
    ...surroundings,
    transport: exchangeOf(device, identity, http).transport,
    store: device.store,
    lockName: syncLockName(schoolCode),
    readsAhead: true,
    maySteal: () => true,
    // Nothing is fetched: only sending is timed.
    pull: async () => undefined,
    keepFrom: () => ({}),
    onTrouble: () => undefined,
  })
  await isEmpty.promise
  const ms = performance.now() - before
  await sender.stop()
  device.close()
  surroundings.channel.close()
  return ms
}
