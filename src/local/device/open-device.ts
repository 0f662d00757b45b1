import type { Http } from '#local/http.ts'
import type { Appender } from '#local/outbox/append.ts'
import { type ClockOffset, loadClockOffset } from '#local/outbox/clock-offset.ts'
import { openOutboxStore } from '#local/outbox/dexie-outbox-store.ts'
import { openHttpTransport } from '#local/outbox/http-transport.ts'
import type { OutboxStore } from '#local/outbox/outbox-store.ts'
import { type Sender, type SenderParts, startSender } from '#local/outbox/sender.ts'
import type { Surroundings } from '#local/ports.ts'
import { pull } from '#local/snapshot/pull.ts'
import { deviceOutboxName } from '#local/storage/outbox-db.ts'
import { SnapshotDb, snapshotName } from '#local/storage/snapshot-db.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { Canary } from './canary.ts'
import { type Contact, openContact } from './contact.ts'
import { type DeviceIdentity, readIdentity, streamOf } from './identity.ts'
import { openSignedSend } from './signed-send.ts'

export interface DeviceOptions {
  schoolCode: string
  http: Http
  surroundings: Surroundings
  canary: Canary
  appVersion: string
  /** A visible page may take the lead from a frozen one; a worker never. */
  maySteal(): boolean
}

/** What is open on this device for one school, paired or not. */
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

/** Opens the two databases and reads who this device is. */
export async function openDevice(options: DeviceOptions): Promise<Device> {
  const { surroundings, schoolCode } = options
  const store = openOutboxStore(deviceOutboxName(schoolCode))
  const snapshot = new SnapshotDb(snapshotName(schoolCode))
  const offset = await loadClockOffset(store)
  const contact = await openContact(store, surroundings.channel, surroundings.clock)
  const { clock, random } = surroundings
  const bootId = uuidv7(clock.nowMs(), random)
  const stamp = () => ({
    wallAt: toInstant(clock.nowMs()),
    monoMs: Math.floor(clock.monotonicMs()),
    bootId,
    clockOffsetMs: offset.value(),
  })
  const never = new AbortController().signal
  const sleep = (ms: number) => surroundings.sleep(ms, never)
  return {
    options,
    store,
    snapshot,
    offset,
    contact,
    appender: { store, clock, stamp, freeSpace: surroundings.freeSpace, sleep },
    identity: await readIdentity(store),
    close: () => {
      store.close()
      snapshot.close()
    },
  }
}

/** The transport and the pull of a paired device, for whoever sends: the page, or the service worker on its own. */
export function exchangeOf(device: Device, identity: DeviceIdentity) {
  const { options, offset, contact, snapshot } = device
  const { clock, random, channel } = options.surroundings
  const send = openSignedSend({ http: options.http, identity, clock, offset })
  return {
    transport: openHttpTransport({ send, identity, clock, random, offset, contact, appVersion: options.appVersion }),
    pull: async () => {
      const answered = await pull({ db: snapshot, send, identity, clock, offset, contact })
      if (answered) channel.post({ type: 'snapshot' })
      return answered
    },
  }
}

export const syncLockName = (schoolCode: string): string => `sync:${schoolCode}`

export interface SendingHooks {
  /** Number of the operation from which the open shift must be kept; null without an open shift. */
  openShiftSeq(): number | null
  onTrouble(trouble: MessageId | null): void
}

/** Starts the sender of a paired device in this tab; one of the device's tabs leads, the others wait. */
export function startSending(device: Device, identity: DeviceIdentity, hooks: SendingHooks): Sender {
  const { options, store } = device
  const stream = streamOf(identity)
  const parts: SenderParts = {
    ...options.surroundings,
    ...exchangeOf(device, identity),
    store,
    lockName: syncLockName(options.schoolCode),
    maySteal: options.maySteal,
    keepFrom: () => ({ [stream]: hooks.openShiftSeq() ?? Number.MAX_SAFE_INTEGER }),
    onTrouble: hooks.onTrouble,
  }
  return startSender(parts)
}
