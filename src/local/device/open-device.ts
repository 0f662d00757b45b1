// chunk: core
import type { Surroundings } from '#local/kernel/ports.ts'
import type { Appender } from '#local/outbox/append.ts'
import { type ClockOffset, loadClockOffset } from '#local/outbox/clock-offset.ts'
import { openOutboxStore } from '#local/outbox/indexed-db/dexie-outbox-store.ts'
import type { OutboxStore } from '#local/outbox/outbox-store.ts'
import { deviceOutboxName } from '#local/storage/outbox-db.ts'
import { SnapshotDb, snapshotName } from '#local/storage/snapshot-db.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { Canary } from './canary.ts'
import { type Contact, openContact } from './contact.ts'
import { type DeviceIdentity, readIdentity } from './identity.ts'

export interface DeviceOptions {
  schoolCode: string
  surroundings: Surroundings
  canary: Canary
  appVersion: string
  /** Returns whether this context may take the lead from a frozen page: true for a visible page, false for a worker. */
  maySteal(): boolean
}

/** Everything open on this device for one school, paired or not. */
export interface Device {
  readonly options: DeviceOptions
  readonly store: OutboxStore
  readonly snapshot: SnapshotDb
  readonly offset: ClockOffset
  readonly contact: Contact
  readonly appender: Appender
  readonly identity: DeviceIdentity | undefined
  close(): void
}

/** Parts every outbox on this device uses, regardless of sender. */
export interface OpenOutbox {
  readonly store: OutboxStore
  readonly offset: ClockOffset
  readonly contact: Contact
  readonly appender: Appender
}

export async function openOutbox(
  name: string,
  surroundings: Surroundings,
  store = openOutboxStore(name),
): Promise<OpenOutbox> {
  const offset = await loadClockOffset(store)
  const { clock, random, channel } = surroundings
  // Only one tab asks the server, and all of them sell.
  channel.listen((message) => {
    if (message.type === 'contact' && message.atMs !== null) offset.reload().catch(() => undefined)
  })
  const contact = await openContact(store, channel, clock)
  const bootId = uuidv7(clock.nowMs(), random)
  const stamp = () => ({
    wallAt: toInstant(clock.nowMs()),
    monoMs: Math.floor(clock.monotonicMs()),
    bootId,
    clockOffsetMs: offset.value(),
  })
  const never = new AbortController().signal
  const sleep = (ms: number) => surroundings.sleep(ms, never)
  return { store, offset, contact, appender: { store, clock, stamp, freeSpace: surroundings.freeSpace, sleep } }
}

/** Opens the two databases and reads the device's identity. */
export async function openDevice(options: DeviceOptions): Promise<Device> {
  const { surroundings, schoolCode } = options
  const outbox = await openOutbox(deviceOutboxName(schoolCode), surroundings)
  const snapshot = new SnapshotDb(snapshotName(schoolCode))
  return {
    options,
    ...outbox,
    snapshot,
    identity: await readIdentity(outbox.store),
    close: () => {
      outbox.store.close()
      snapshot.close()
    },
  }
}
