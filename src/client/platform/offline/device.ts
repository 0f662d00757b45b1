// chunk: device
import { atom } from 'jotai'
import { type DeviceIdentity, readIdentity, streamOf } from '#local/device/identity.ts'
import { type Device, openDevice } from '#local/device/open-device.ts'
import { type Operators, openOperators } from '#local/device/operators.ts'
import { browserSurroundings } from '#local/kernel/surroundings.ts'
import type { Sender } from '#local/outbox/sender.types.ts'
import { openTill } from '#local/pos/open-till.ts'
import type { Till } from '#local/pos/till.types.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import { tenantAtom } from '../session/school.atoms.ts'
import { endUnlessAllowed } from '../session/session.ts'
import { store } from '../store.ts'
import { storageCanary } from './canary.ts'
import { followFaces } from './faces.ts'

/** Who this device is: `undefined` while it is being read, `null` when it is not paired. */
export const identityAtom = atom<DeviceIdentity | null | undefined>(undefined)
/** The open till; null until the device is paired and has a whole snapshot. */
export const tillAtom = atom<Till | null>(null)
/** Whether nothing can be sold before the server's data have come, for this device has not all of them. */
export const lacksSnapshotAtom = atom(false)
/** Whether the server answered just now; a device that has not asked yet says nothing else. */
export const isReachableAtom = atom(true)
/** What keeps the device from sending, in the server's words; null when nothing does. */
export const deviceProblemAtom = atom<MessageId | null>(null)
/** Operations that an earlier life of this device held and that are not here any more; null when there is no such. */
export const lostInstallAtom = atom<{ receiptHighWater: number } | null>(null)
/** How many those were, as the server said at the pairing of this page's life. */
export const lostOperationsAtom = atom(0)

/** The name under which the worker listens (`sw/sync.ts`). */
const syncTag = 'send-outbox'

interface Running {
  device: Device
  sender?: Sender
  till?: Till
}

let running: Promise<Running> | undefined

/** Opens this device's databases for the school, once per page, and starts sending when it is paired. */
export function startDevice(): Promise<Running> {
  running ??= start().catch((error: unknown) => {
    running = undefined
    throw error
  })
  return running
}

async function start(): Promise<Running> {
  const { code } = store.get(tenantAtom)
  if (!code) throw new Error('no school is settled')
  const canary = storageCanary(code)
  const device = await openDevice({
    schoolCode: code,
    surroundings: browserSurroundings(code),
    canary,
    appVersion: __BUILD__,
    maySteal: () => document.visibilityState === 'visible',
  })
  const former = canary.read()
  if (!device.identity && former) store.set(lostInstallAtom, { receiptHighWater: former.receiptHighWater })
  store.set(identityAtom, device.identity ?? null)
  const state: Running = { device }
  if (device.identity) await begin(state, device.identity)
  return state
}

/** From here on the device sends, pulls, and opens the till as soon as it has a whole snapshot. */
async function begin(state: Running, identity: DeviceIdentity): Promise<void> {
  const { device } = state
  const { channel } = device.options.surroundings
  const openOnce = async () => {
    const till = await openTill({
      appender: device.appender,
      snapshot: device.snapshot,
      identity,
      surroundings: device.options.surroundings,
      canary: device.options.canary,
      inContact: device.contact.inContact,
    })
    if (!till) return
    state.till = till
    store.set(tillAtom, till)
  }
  let opening: Promise<void> | undefined
  const open = async () => {
    if (state.till) return
    opening ??= openOnce().finally(() => {
      opening = undefined
    })
    await opening
  }
  channel.listen((message) => {
    if (message.type === 'snapshot') {
      void open()
      followOperators(device).catch(() => undefined)
    }
    if (message.type === 'ops-added') registerBackgroundSync().catch(() => undefined)
  })
  addEventListener('online', () => state.sender?.sendNow())
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && state.sender?.wake())
  if (identity.till.kind !== 'desk') void followFaces(device, identity).catch(() => undefined)
  // Sending comes first: what is unsent must leave even when the copy of the server's data cannot be read.
  void startSync(state, identity)
  // A front desk sells nothing, and has nothing to sell from.
  if (identity.till.kind === 'desk') return rememberDesk(device, identity)
  await open().catch(() => renewSnapshot(device))
  store.set(lacksSnapshotAtom, state.till === undefined)
}

/** Says outside of the database that this is a paired device, as a till does with each sale. */
async function rememberDesk({ store: outbox, options }: Device, identity: DeviceIdentity): Promise<void> {
  const { deviceId, installEpoch } = identity
  const nextSeq = (await outbox.stream(streamOf(identity)))?.nextSeq ?? 1
  options.canary.write({ deviceId, installEpoch, nextSeq, receiptHighWater: 0 })
}

/** The lock screen for whose account was switched off since: a PIN's session has no token that the server could refuse. */
async function followOperators({ snapshot }: Device): Promise<void> {
  const state = await snapshot.state.get('state')
  // A copy from before the list was sent says nothing about anybody.
  if (state?.operators) endUnlessAllowed(state.operators)
}

/** The server's data in a database that does not open: thrown away, for the next pull brings it all again. */
async function renewSnapshot({ snapshot }: Device): Promise<void> {
  await snapshot.delete()
  await snapshot.open()
}

/** A wish to the browser: wake the service worker when the network is back, also when no page is open (Chromium only). */
async function registerBackgroundSync(): Promise<void> {
  const registration = (await navigator.serviceWorker?.ready) as
    | { sync?: { register(tag: string): Promise<void> } }
    | undefined
  await registration?.sync?.register(syncTag)
}

const retryMs = 10_000

/** Selling does not wait for this half, nor stop without it; a chunk that cannot be had now is asked for again. */
async function startSync(state: Running, identity: DeviceIdentity): Promise<void> {
  try {
    const [{ fillOwnSnapshot, startSending, watchServer }, { http }] = await Promise.all([
      import('#local/device/sending.ts'),
      import('../http.ts'),
    ])
    state.sender = startSending(state.device, identity, http, {
      openShiftSeq: () => state.till?.openShiftSeq() ?? null,
      onTrouble: (trouble) => store.set(deviceProblemAtom, trouble),
    })
    const isFilled = () => state.till !== undefined || identity.till.kind === 'desk'
    void fillOwnSnapshot(state.device, identity, http, isFilled)
    watchServer(state.device, http, {
      isWatched: () => document.visibilityState === 'visible',
      onChange: (isReachable) => store.set(isReachableAtom, isReachable),
      onBack: () => state.sender?.sendNow(),
    })
  } catch {
    setTimeout(() => void startSync(state, identity), retryMs)
  }
}

/**
 * Pairs this device with the code a supervisor made. A device that was locked out comes back as itself and starts afresh,
 * for its till's number has changed. @throws AppError; nothing is changed then.
 */
export async function pairThisDevice(code: string): Promise<void> {
  const state = await startDevice()
  const { options, store: outbox } = state.device
  const { clock, random } = options.surroundings
  const formerLife = options.canary.read()
  const [{ pair }, { http }] = await Promise.all([import('#local/device/pairing.ts'), import('../http.ts')])
  // Not from the atom: another tab may have paired this device since.
  const known = await readIdentity(outbox)
  const pairing = await pair({ http, store: outbox, clock, random, known, formerLife }, code)
  if (known) {
    location.reload()
    return
  }
  options.canary.clear()
  store.set(lostInstallAtom, null)
  // Before anything else can fail: anyone who stands here is to hear of it.
  store.set(lostOperationsAtom, pairing.lostOperations)
  store.set(identityAtom, pairing.identity)
  await begin(state, pairing.identity)
}

/** The operators this till knows, for signing in without a network; undefined on a device that is not paired. */
export async function knownOperators(): Promise<Operators | undefined> {
  const { device } = await startDevice()
  const identity = store.get(identityAtom)
  if (!identity) return undefined
  const { clock, random } = device.options.surroundings
  return openOperators({ store: device.store, identity, clock, random, lastContactMs: device.contact.lastMs })
}
