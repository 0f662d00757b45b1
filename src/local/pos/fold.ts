// chunk: device
import type { StoredOp } from '#local/storage/outbox-db.ts'
import type { CommandBody } from '#shared/commands.ts'
import type { Refund } from '#shared/pos/refunds/refund.contract.ts'
import type { Sale, VoidSale } from '#shared/pos/sale.contract.ts'
import type { CashMovement, CloseShift, DrawerEvent, OpenShift } from '#shared/pos/shift.contract.ts'
import type { TopUp } from '#shared/pos/top-ups/top-up.contract.ts'
import { isTillCommandKind, type TillCommandKind } from '#shared/sync/command-kinds.ts'
import type { ShiftState } from './till.types.ts'

interface OpenShiftRows extends ShiftState {
  open: OpenShift
  sales: Sale[]
  voids: VoidSale[]
  movements: CashMovement[]
  topUps: TopUp[]
  refunds: Refund[]
  drawer: DrawerEvent[]
}

/** Shifts known to this device: a fold over its own operations, so that nothing else needs to be stored. */
export interface TillHistory {
  shift: OpenShiftRows | null
  lastClosed: { shift: ShiftState; close: CloseShift } | null
  /** Number of the operation that opened the open shift; everything from there on must be kept. */
  openedAtSeq: number | null
  /** Highest operation number folded in. */
  upToSeq: number
  /** Number of discarded operations. */
  closed: number
  /** Ids of sales whose void was discarded, once for each time. */
  closedVoids: string[]
}

export const emptyHistory = (): TillHistory => ({
  shift: null,
  lastClosed: null,
  openedAtSeq: null,
  upToSeq: 0,
  closed: 0,
  closedVoids: [],
})

type Step<K extends TillCommandKind> = (history: TillHistory, body: CommandBody<K>, op: StoredOp) => void

/** One entry per command, so that a new one cannot be forgotten. Rows are appended in place: a day has many sales. */
const steps: { [K in TillCommandKind]: Step<K> } = {
  'pos.openShift': (history, open, op) => {
    history.shift = { open, sales: [], voids: [], movements: [], topUps: [], refunds: [], drawer: [] }
    history.openedAtSeq = op.seq
  },
  'pos.sale': (history, sale) => {
    history.shift?.sales.push(sale)
    touch(history)
  },
  'pos.voidSale': (history, voided) => {
    history.shift?.voids.push(voided)
    touch(history)
  },
  'pos.moveCash': (history, movement) => {
    history.shift?.movements.push(movement)
    touch(history)
  },
  'pos.drawer': (history, event) => {
    if (event.shiftId !== history.shift?.open.id) return
    history.shift?.drawer.push(event)
    touch(history)
  },
  'pos.topUp': (history, topUp) => {
    history.shift?.topUps.push(topUp)
    touch(history)
  },
  'pos.refund': (history, refund) => {
    history.shift?.refunds.push(refund)
    touch(history)
  },
  'pos.exchange': (history, { refund, sale }) => {
    history.shift?.refunds.push(refund)
    history.shift?.sales.push(sale)
    touch(history)
  },
  'pos.dropCart': () => undefined,
  'pos.closeShift': (history, close) => {
    if (history.shift) history.lastClosed = { shift: history.shift, close }
    history.shift = null
    history.openedAtSeq = null
  },
}

/** Creates a new object for the same rows, so that comparison by identity sees the change. */
function touch(history: TillHistory): void {
  if (history.shift) history.shift = { ...history.shift }
}

function applyStep<K extends TillCommandKind>(history: TillHistory, kind: K, op: StoredOp): void {
  steps[kind](history, op.body as CommandBody<K>, op)
}

/**
 * Returns whether a discarded operation is left out: its money never reaches the server. Opening and closing a shift stay, since
 * the shift took place on this till.
 */
function isOut(history: TillHistory, op: StoredOp): boolean {
  if (op.state !== 'closed') return false
  history.closed += 1
  if (op.kind === 'pos.voidSale') history.closedVoids.push((op.body as VoidSale).saleId)
  return op.kind !== 'pos.openShift' && op.kind !== 'pos.closeShift'
}

/** Folds operations in their order into `history`; those already folded in are skipped. */
export function foldHistory(history: TillHistory, ops: readonly StoredOp[]): void {
  for (const op of ops) {
    if (op.seq <= history.upToSeq) continue
    if (!isOut(history, op) && isTillCommandKind(op.kind)) applyStep(history, op.kind, op)
    history.upToSeq = op.seq
  }
}
