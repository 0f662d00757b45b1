// chunk: device
import type { Canary } from '#local/device/canary.ts'
import { type DeviceIdentity, streamOf } from '#local/device/identity.ts'
import type { Channel, Surroundings } from '#local/kernel/ports.ts'
import type { Appender } from '#local/outbox/append.ts'
import type { SnapshotDb } from '#local/storage/snapshot-db.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { businessDay } from '#shared/kernel/time.ts'
import type { Refund } from '#shared/pos/refunds/refund.contract.ts'
import type { Sale } from '#shared/pos/sale.contract.ts'
import type { CashMovement } from '#shared/pos/shift.contract.ts'
import type { TopUp } from '#shared/pos/top-ups/top-up.contract.ts'
import { refundableSale } from './refundable.ts'
import type { SetAsideEntry, Till } from './till.types.ts'
import { tillActions } from './till-actions.ts'
import { openTillMemory, type TillMemory } from './till-memory.ts'

export interface TillParts {
  appender: Appender
  snapshot: SnapshotDb
  identity: DeviceIdentity
  surroundings: Surroundings
  canary: Canary
  inContact(): boolean
}

/** Opens the till over the device's stored data; undefined until a whole snapshot has been pulled. */
export async function openTill(parts: TillParts): Promise<Till | undefined> {
  const { appender, identity, surroundings } = parts
  const stream = streamOf(identity)
  const memory = await openTillMemory(appender.store, parts.snapshot, stream)
  if (!memory) return undefined
  const { subscribe, tell } = openListeners()
  const onSaved = async () => {
    // Saved by now. A failure from here on delays a screen, and must not look like a failed sale.
    await Promise.allSettled([memory.readAdded(), writeCanary(parts, stream)])
    surroundings.channel.post({ type: 'ops-added' })
    tell()
  }
  const catchUp = () => memory.readAdded().then(tell, ignore)
  const unlisten = followChannel(surroundings.channel, memory, tell)
  const shownDay = () => memory.history.shift?.open.businessDay ?? ''
  return {
    get settings() {
      return memory.state.settings
    },
    get catalogue() {
      const { timeZone, cutoverMinute } = memory.state.settings
      const nowMs = surroundings.clock.nowMs() + (appender.stamp().clockOffsetMs ?? 0)
      return memory.catalogueOn(businessDay(nowMs, timeZone, cutoverMinute))
    },
    get snapshotAt() {
      return memory.state.takenAt
    },
    get inContact() {
      return parts.inContact()
    },
    get clockOffsetMs() {
      return appender.stamp().clockOffsetMs
    },
    get shift() {
      return memory.history.shift
    },
    get lastClosed() {
      return memory.history.lastClosed
    },
    openShiftSeq: () => memory.history.openedAtSeq,
    newId: () => uuidv7(surroundings.clock.nowMs(), surroundings.random),
    priceCart: (cart) => memory.price(cart),
    customer: (customerId) => memory.customers.get(customerId),
    customerByCard: (cardNo) => memory.customers.byCard(cardNo),
    customerByNumber: (digits) => memory.customers.byNumber(digits),
    get classes() {
      return memory.customers.classes
    },
    customersInClass: (className) => memory.customers.inClass(className),
    findCustomers: (text, limit) => memory.customers.find(text, limit),
    account: (customerId, without) => memory.account(customerId, shownDay(), parts.inContact(), without),
    recentSpending: (customerId) => memory.recentSpending(customerId),
    setAside: (opId) => setAsideEntry(memory, opId),
    refundable: (saleId) => refundableSale(memory.ops(), saleId),
    allergenClash: (customerId, allergens) =>
      (memory.customers.get(customerId)?.allergens ?? []).filter((a) => allergens.includes(a)),
    ...tillActions({ appender, identity, memory, surroundings, inContact: parts.inContact, onSaved, catchUp }),
    subscribe,
    close: unlisten,
  }
}

function setAsideEntry(memory: TillMemory, opId: string): SetAsideEntry | undefined {
  const op = memory.setAside(opId)
  if (op?.kind === 'pos.moveCash') return { opId: op.opId, kind: op.kind, body: op.body as CashMovement }
  if (op?.kind === 'pos.refund') return { opId: op.opId, kind: op.kind, body: op.body as Refund }
  if (op?.kind === 'pos.topUp') return { opId: op.opId, kind: op.kind, body: op.body as TopUp }
  if (op?.kind !== 'pos.sale') return undefined
  const body = op.body as Sale
  const isVoid = memory.history.shift?.voids.some(({ saleId }) => saleId === body.id)
  return isVoid ? undefined : { opId: op.opId, kind: op.kind, body }
}

function openListeners() {
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return { subscribe, tell }
}

/** Follows changes that other tabs and the sender make on this device. */
const followChannel = (channel: Channel, memory: TillMemory, tell: () => void) =>
  channel.listen((message) => {
    const reload = reloadFor(message.type)
    if (reload === 'added') memory.readAdded().then(tell, ignore)
    if (reload === 'ops') memory.reloadOps().then(tell, ignore)
    if (reload === 'snapshot') memory.reloadSnapshot().then(tell, ignore)
    if (reload === 'contact') tell()
  })

/** A failed reload shows older figures until the next message; saved data is untouched. */
const ignore = () => undefined

const reloadFor = (type: string): 'added' | 'ops' | 'snapshot' | 'contact' | undefined => {
  switch (type) {
    case 'ops-added':
      return 'added'
    case 'ops-settled':
      return 'ops'
    case 'snapshot':
      return 'snapshot'
    case 'contact':
      return 'contact'
    default:
      return undefined
  }
}

async function writeCanary({ appender, identity, canary }: TillParts, stream: string): Promise<void> {
  const row = await appender.store.stream(stream)
  if (!row) return
  const { deviceId, installEpoch } = identity
  canary.write({ deviceId, installEpoch, nextSeq: row.nextSeq, receiptHighWater: row.counters.receipt ?? 0 })
}
