import fc from 'fast-check'
import { chainStart, operationHash } from '#shared/kernel/chain.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { type CommandKind, commandVersions } from '#shared/sync/command-kinds.ts'
import type { Hole, Operation } from '#shared/sync/sync.contract.ts'
import { seededRandom } from '#tests/support/devices/test-surroundings.ts'
import { cashOf, openingOf, people, saleOf, voidOf } from './goods.ts'
import { simStartMs } from './world/sim-device.ts'

/** What one operation of a hostile device is like. `next` is the only kind that an honest one makes. */
const twists = [
  'next',
  'next',
  'next',
  'next',
  'repeat',
  'skip',
  'changed',
  'unlinked',
  'wrong-hash',
  'foreign-stream',
  'kiosk',
  'unknown-kind',
  'newer',
  'bad-body',
  'taken-number',
  'huge',
  'huge-number',
  'future',
  'no-operation',
  'bare',
] as const
type Twist = (typeof twists)[number]

const op = fc.record({
  twist: fc.constantFrom<Twist>(...twists),
  what: fc.constantFrom('sale', 'sale', 'cash', 'void', 'open'),
  pick: fc.nat(30),
})
const hole = fc.record({
  from: fc.integer({ min: -3, max: 4 }),
  length: fc.integer({ min: -1, max: 3 }),
  isLost: fc.boolean(),
  isForeign: fc.constantFrom(false, false, true),
})

export interface RawBatch {
  ops: { twist: Twist; what: string; pick: number }[]
  holes: { from: number; length: number; isLost: boolean; isForeign: boolean }[]
  life: number
  fence: 'next' | 'same' | 'older' | 'new-epoch' | 'huge'
  oddity: 'none' | 'protocol' | 'foreign-device' | 'not-json' | 'no-envelope'
}

export const rawBatches: fc.Arbitrary<RawBatch[]> = fc.array(
  fc.record({
    ops: fc.array(op, { maxLength: 8 }),
    holes: fc.oneof({ weight: 3, arbitrary: fc.constant<RawBatch['holes']>([]) }, fc.array(hole, { maxLength: 2 })),
    life: fc.constantFrom(0, 0, 0, 0, 1),
    fence: fc.constantFrom('next', 'next', 'next', 'next', 'new-epoch', 'same', 'older', 'huge'),
    oddity: fc.constantFrom(
      'none',
      'none',
      'none',
      'none',
      'none',
      'none',
      'protocol',
      'foreign-device',
      'not-json',
      'no-envelope',
    ),
  }),
  { minLength: 1, maxLength: 8, size: 'max' },
)

interface Lane {
  seq: number
  hash: string
}

/** Turns what is wished into the text of requests, as one device after another life would send them. */
export function requestsOf(batches: readonly RawBatch[], deviceId: string): string[] {
  const random = seededRandom(7)
  const newId = () => uuidv7(simStartMs, random)
  const lives = [newId(), newId()]
  const lanes = new Map<string, Lane>()
  const made: Operation[] = []
  const fence = { epoch: 1, no: 0 }
  const shiftId = newId()
  const bodyOf = (what: string, n: number): { kind: string; body: unknown } => {
    const moment = { nowMs: simStartMs, newId }
    const wish = { id: newId(), shiftId, receiptSeq: n + 1, customer: n, amount: 10 + n, cashier: 0 }
    const sale = made.find((op) => op.kind === 'pos.sale')
    if (what === 'open') return { kind: 'pos.openShift', body: openingOf(wish.id, 1, 0, moment) }
    if (what === 'cash') return { kind: 'pos.moveCash', body: cashOf(wish, 'change', simStartMs) }
    if (what === 'void' && sale)
      return { kind: 'pos.voidSale', body: voidOf(sale.body as ReturnType<typeof saleOf>, 0, moment) }
    return { kind: 'pos.sale', body: saleOf(wish, moment) }
  }
  const laneOf = (stream: string, life: number) => {
    const key = `${stream} ${life}`
    const lane = lanes.get(key) ?? { seq: 0, hash: chainStart }
    lanes.set(key, lane)
    return lane
  }
  const makeOp = ({ twist, what, pick }: RawBatch['ops'][number], life: number): unknown => {
    const known = made[pick % Math.max(1, made.length)]
    if (twist === 'no-operation') return [null, 17, 'text', { opId: newId() }, { opId: 'x'.repeat(200) }][pick % 5]
    if (twist === 'repeat' && known) return known
    if (twist === 'changed' && known) return rehashed({ ...known, monoMs: known.monoMs + 1 })
    const stream =
      twist === 'foreign-stream' ? `till/${newId()}` : `${twist === 'kiosk' ? 'kiosk' : 'till'}/${deviceId}`
    const lane = laneOf(stream, life)
    const { kind, body } = bodyOf(what, pick)
    const seq =
      twist === 'skip'
        ? lane.seq + 2 + (pick % 3)
        : twist === 'taken-number'
          ? Math.max(1, lane.seq - (pick % 4))
          : lane.seq + 1
    const made1 = rehashed({
      opId: newId() as Operation['opId'],
      stream,
      seq: twist === 'huge-number' ? 2 ** 31 + pick : seq,
      prevHash: twist === 'unlinked' ? 'a'.repeat(64) : lane.hash,
      kind: twist === 'unknown-kind' ? 'pos.unheard' : kind,
      v: twist === 'newer' ? (commandVersions[kind as CommandKind] ?? 1) + 1 : 1,
      body: twist === 'bad-body' ? { id: pick } : twist === 'huge' ? { text: 'x'.repeat(70_000) } : body,
      actorId: people.cashiers[0] ?? null,
      wallAt: toInstant(simStartMs + (twist === 'future' ? 3_600_000 : 0)),
      monoMs: pick,
      bootId: lives[0] ?? '',
      clockOffsetMs: pick % 2 ? 0 : null,
      hash: chainStart,
    })
    if (twist === 'wrong-hash') return { ...made1, hash: 'b'.repeat(64) }
    if (twist === 'bare') return { ...made1, extra: 'unknown field' }
    const isTaken = ['next', 'kiosk', 'unlinked', 'unknown-kind', 'bad-body', 'future'].includes(twist)
    if (isTaken) Object.assign(lane, { seq: made1.seq, hash: made1.hash })
    made.push(made1)
    return made1
  }
  return batches.map(({ ops, holes, life, fence: move, oddity }) => {
    if (move === 'new-epoch') Object.assign(fence, { epoch: fence.epoch + 1, no: 0 })
    if (move === 'next' || move === 'new-epoch') fence.no += 1
    const sent = { ...fence, no: Math.max(1, fence.no - Number(move === 'older')) }
    if (move === 'huge') sent.epoch = 2 ** 31 + 1
    const own = laneOf(`till/${deviceId}`, life)
    const holeOf = (wish: RawBatch['holes'][number]): Hole => {
      const from = Math.max(1, own.seq + wish.from)
      const to = Math.max(1, from + wish.length)
      if (!wish.isForeign && from <= own.seq + 1 && to > own.seq) Object.assign(own, { seq: to, hash: 'c'.repeat(64) })
      const stream = wish.isForeign ? `till/${newId()}` : `till/${deviceId}`
      return { stream, from, to, lastHash: 'c'.repeat(64), reason: wish.isLost ? 'lost' : 'withheld', opIds: [] }
    }
    const envelope = {
      protocol: oddity === 'protocol' ? 2 : 1,
      batchId: newId(),
      deviceId: oddity === 'foreign-device' ? newId() : deviceId,
      installEpoch: lives[life],
      fence: sent,
      sentAt: toInstant(simStartMs),
      appVersion: '1',
      holes: holes.map(holeOf),
      ops: ops.map((each) => makeOp(each, life)),
      tails: { [`till/${deviceId}`]: { nextSeq: own.seq + 2, pending: 1, oldestAt: null, pendingMinor: 5 } },
    }
    if (oddity === 'not-json') return '{"protocol":1,'
    return JSON.stringify(oddity === 'no-envelope' ? { protocol: 1 } : envelope)
  })
}

const rehashed = (op: Operation): Operation => ({ ...op, hash: operationHash(op) })
