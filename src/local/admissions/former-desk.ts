import type { Dexie, EntityTable } from 'dexie'
import { CashDb, type CashRow } from '#local/storage/cash-db.ts'
import { type DecisionRow, DecisionsDb } from '#local/storage/decisions-db.ts'
import { cashDbName, decisionsDbName } from '#local/storage/desk-names.ts'
import type { KeyRow, Sealed } from '#local/storage/forms-db.ts'
import type { StoredOp } from '#local/storage/outbox-db.ts'
import type { CashTaken } from '#shared/admissions/desk-cash.contract.ts'
import { type CashShown, type DecisionMade, deskKinds } from './desk-work.types.ts'

/** What an older build kept, as it goes into its owner's outbox. */
export interface FormerRow {
  id: string
  userId: string
  atMs: number
  kind: string
  stands: Pick<StoredOp, 'state' | 'lastError' | 'ackedAtMs'>
  content: Sealed
  /** What is sent of the opened content, and what is shown with it. */
  split(content: unknown): { body: unknown; shown: unknown }
}

/** A database in which an older build kept work of a desk. */
export interface FormerDesk {
  name: string
  open(): FormerDb
}

export interface FormerDb {
  db: Dexie & { keys: EntityTable<KeyRow, 'name'> }
  /** In the order in which it was done. */
  rows(): Promise<FormerRow[]>
  drop(id: string): Promise<void>
}

export const formerDesks = (schoolCode: string): FormerDesk[] => [
  { name: decisionsDbName(schoolCode), open: () => openDecisions(decisionsDbName(schoolCode)) },
  { name: cashDbName(schoolCode), open: () => openCash(cashDbName(schoolCode)) },
]

function openDecisions(name: string): FormerDb {
  const db = new DecisionsDb(name)
  return {
    db,
    rows: async () =>
      (await db.decisions.toArray()).sort((a, b) => a.keptAtMs - b.keptAtMs).map((row) => formerDecision(row)),
    drop: (id) => db.decisions.delete(id),
  }
}

function openCash(name: string): FormerDb {
  const db = new CashDb(name)
  return {
    db,
    rows: async () => (await db.cash.toArray()).sort((a, b) => a.no - b.no).map((row) => formerCash(row)),
    drop: (id) => db.cash.delete(id),
  }
}

const formerDecision = ({ id, userId, keptAtMs, problem, content }: DecisionRow): FormerRow => ({
  id,
  userId,
  atMs: keptAtMs,
  kind: deskKinds.decision,
  stands: { state: problem === null ? 'pending' : 'attention', lastError: problem, ackedAtMs: null },
  content,
  split: (made) => {
    const { asked, ...shown } = made as DecisionMade
    return { body: asked, shown }
  },
})

const formerCash = ({ id, userId, takenAtMs, bookedAtMs, problem, content }: CashRow): FormerRow => ({
  id,
  userId,
  atMs: takenAtMs,
  kind: deskKinds.cash,
  stands:
    bookedAtMs > 0
      ? { state: 'acked', lastError: null, ackedAtMs: bookedAtMs }
      : { state: problem === null ? 'pending' : 'attention', lastError: problem, ackedAtMs: null },
  content,
  split: (kept) => {
    const { operation, ...shown } = kept as CashShown & { operation: CashTaken }
    return { body: operation, shown }
  },
})
