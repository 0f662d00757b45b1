import type { StoredOp } from '#local/storage/outbox-db.ts'
import type { CommandBody } from '#shared/commands.ts'
import type { Sale, VoidSale } from '#shared/pos/sale.contract.ts'
import type { CashMovement, CloseShift, OpenShift } from '#shared/pos/shift.contract.ts'
import { isTillCommandKind, type TillCommandKind } from '#shared/sync/command-kinds.ts'
import type { ShiftState } from './till.types.ts'

interface OpenShiftRows extends ShiftState {
  open: OpenShift
  sales: Sale[]
  voids: VoidSale[]
  movements: CashMovement[]
}

/** What this device knows of its shifts: a fold over its own operations, so that nothing else needs to be stored. */
export interface TillHistory {
  shift: OpenShiftRows | null
  lastClosed: { shift: ShiftState; close: CloseShift } | null
  /** Number of the operation that opened the shift which is open; everything from there on must be kept. */
  openedAtSeq: number | null
  /** Highest operation number that is folded in. */
  upToSeq: number
  /** How many of the operations are closed. */
  closed: number
  /** Ids of sales whose cancelling was closed, once for each time. */
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

/** One line per command, so that a new one cannot be forgotten. Rows are appended in place: a day has many sales. */
const steps: { [K in TillCommandKind]: Step<K> } = {
  'pos.openShift': (history, open, op) => {
    history.shift = { open, sales: [], voids: [], movements: [] }
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
  'pos.closeShift': (history, close) => {
    if (history.shift) history.lastClosed = { shift: history.shift, close }
    history.shift = null
    history.openedAtSeq = null
  },
}

/** A new object for the same rows, so that whoever compares by identity sees the change. */
function touch(history: TillHistory): void {
  if (history.shift) history.shift = { ...history.shift }
}

function applyStep<K extends TillCommandKind>(history: TillHistory, kind: K, op: StoredOp): void {
  steps[kind](history, op.body as CommandBody<K>, op)
}

/**
 * What a person has closed is money that the server will never have, so it counts here no more. The frame of a shift stays:
 * the shift was open on this till, whatever the server heard of it.
 */
function isOut(history: TillHistory, op: StoredOp): boolean {
  if (op.state !== 'closed') return false
  history.closed += 1
  if (op.kind === 'pos.voidSale') history.closedVoids.push((op.body as VoidSale).saleId)
  return op.kind !== 'pos.openShift' && op.kind !== 'pos.closeShift'
}

/** Folds operations in their order into `history`; those that are folded in already are skipped. */
export function foldHistory(history: TillHistory, ops: readonly StoredOp[]): void {
  for (const op of ops) {
    if (op.seq <= history.upToSeq) continue
    if (!isOut(history, op) && isTillCommandKind(op.kind)) applyStep(history, op.kind, op)
    history.upToSeq = op.seq
  }
}
