import { openContact } from '#local/device/contact.ts'
import { parseJson } from '#local/kernel/json.ts'
import { type Channel, type ChannelMessage, type Sleep, type Surroundings } from '#local/kernel/ports.ts'
import { type Appender, append } from '#local/outbox/append.ts'
import { loadClockOffset } from '#local/outbox/clock-offset.ts'
import { openHttpTransport } from '#local/outbox/http-transport.ts'
import type { Transport } from '#local/outbox/outbox.types.ts'
import type { OutboxStore } from '#local/outbox/outbox-store.ts'
import { startSender } from '#local/outbox/sender.ts'
import { type Sender, type SenderParts } from '#local/outbox/sender.types.ts'
import type { StoredOp } from '#local/storage/outbox-db.ts'
import { Refusal } from '#shared/kernel/endpoint.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { fromInstant, toInstant } from '#shared/kernel/time.ts'
import { pullSnapshot } from '#shared/pos/snapshot.contract.ts'
import { syncProtocolHeader } from '#shared/sync/sync.contract.ts'
import type { DeviceParts } from '#tests/sim/device-parts.ts'
import type { SimPage } from '#tests/sim/model-server.ts'
import { storeOf } from './sim-disk.ts'
import { beginLife, type Life } from './sim-life.ts'

/** One running page or worker: the real core on simulated ground. */
export interface SimTab {
  readonly life: Life
  readonly store: OutboxStore
  readonly surroundings: Surroundings
  readonly transport: Transport
  /** Of a page, once it has opened; a worker has none. */
  sender: Sender | undefined
  /** Resolves when it is saved, rejects when it is not, never when the page dies first. */
  save(opId: string, make: Parameters<typeof append>[3]): Promise<StoredOp>
}

let names = 0

/** Opens a page or worker; resolves once it has read what it must know from the disk. */
export async function openTab(
  parts: DeviceParts,
  life: Life = beginLife(parts.time, `tab ${(names += 1)}`),
): Promise<SimTab> {
  const { time, disk, network } = parts
  const bornMs = time.nowMs()
  const clock = { nowMs: () => parts.wallMs(), monotonicMs: () => time.nowMs() - bornMs }
  const sleep = sleepOf(parts, life)
  const channel = channelOf(parts, life)
  const store = storeOf({ time, outbox: disk.outbox, life, trouble: parts.trouble(life) })
  const freeSpace = async () => parts.freeSpace()
  const surroundings = { clock, random: time.random, locks: parts.locks.of(life), sleep, channel, freeSpace }
  const [offset, contact] = [await loadClockOffset(store), await openContact(store, channel, clock)]
  const bootId = uuidv7(clock.nowMs(), time.random)
  const stamp = () => ({
    wallAt: toInstant(clock.nowMs()),
    monoMs: Math.floor(clock.monotonicMs()),
    bootId,
    clockOffsetMs: offset.value(),
  })
  const send = (path: string, body: unknown) => {
    const signedAtMs = clock.nowMs() + (offset.value() ?? 0)
    return network.send(life, { deviceId: disk.identity.deviceId, signedAtMs }, path, body)
  }
  const never = new AbortController().signal
  const appender: Appender = { store, clock, stamp, freeSpace, sleep: (ms) => sleep(ms, never) }
  const identity = disk.identity
  const transport = openHttpTransport({
    send,
    identity,
    clock,
    random: time.random,
    offset,
    contact,
    appVersion: 'sim',
  })
  const pull = async () => {
    const { deviceId, installEpoch } = identity
    const sentMs = clock.nowMs()
    const answer = await send(pullSnapshot.path, { deviceId, installEpoch, cursors: {} }).catch(() => undefined)
    if (answer?.headers.get(syncProtocolHeader) !== '1') return undefined
    if (answer.status !== 200) {
      // As the real one: a till that has nothing to send learns only here how wrong its clock is.
      const { serverTime } = Refusal.safeParse(parseJson(answer.text)).data ?? {}
      if (serverTime) offset.measured(sentMs, clock.nowMs(), fromInstant(serverTime))
      return undefined
    }
    const page = pageIn(answer.text)
    if (!page) return undefined
    disk.page = { ...page, takenAtMs: time.nowMs() }
    const { received, serverTime, server } = page
    const { generation, backedUpThrough } = server
    const backedUpThroughMs = backedUpThrough === null ? null : fromInstant(backedUpThrough)
    return { received, serverMs: fromInstant(serverTime), server: { generation, backedUpThroughMs } }
  }
  const tab: SimTab = {
    life,
    store,
    surroundings,
    transport,
    sender: undefined,
    save: async (opId, make) => {
      const op = await append(appender, parts.stream(), opId, make)
      channel.post({ type: 'ops-added' })
      return op
    },
  }
  return Object.assign(tab, { pull })
}

/** A page also sends; a worker only when it is woken. */
export function startPage(parts: DeviceParts, tab: SimTab & { pull?: SenderParts['pull'] }): void {
  tab.sender = startSender({
    ...tab.surroundings,
    store: tab.store,
    transport: tab.transport,
    lockName: 'sync',
    batchOps: parts.batchOps,
    readsAhead: true,
    maySteal: () => true,
    pull: tab.pull ?? (async () => undefined),
    keepFrom: () => ({ [parts.stream()]: Number.MAX_SAFE_INTEGER }),
    onTrouble: () => undefined,
  })
}

function pageIn(text: string): SimPage | undefined {
  try {
    const page = JSON.parse(text) as Partial<SimPage>
    return page.balances && page.received ? (page as SimPage) : undefined
  } catch {
    return undefined
  }
}

const sleepOf =
  ({ time }: DeviceParts, life: Life): Sleep =>
  (ms, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve()
      const cancel = time.after(ms, () => life.enter(done))
      signal.addEventListener('abort', done)
      function done() {
        cancel()
        signal.removeEventListener('abort', done)
        resolve()
      }
    })

/** Every page hears every message, its own at once; now and then one gets lost. */
function channelOf({ time, ears }: DeviceParts, life: Life): Channel {
  const listeners = new Set<(message: ChannelMessage) => void>()
  const hear = (message: ChannelMessage) => {
    for (const listener of listeners) listener(message)
  }
  const ear = { life, hear }
  ears.add(ear)
  life.onDeath(() => ears.delete(ear))
  return {
    post: (message) => {
      if (life.isDead()) return
      for (const other of ears) {
        if (other === ear || time.random.float() < 0.02) continue
        time.after(time.random.float() * 2, () => other.life.enter(() => other.hear(message)))
      }
      hear(message)
    },
    listen: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: () => ears.delete(ear),
  }
}
