import { openOutbox } from '#local/device/open-device.ts'
import type { Surroundings } from '#local/kernel/ports.ts'
import type { Vault } from '#local/kernel/vault.ts'
import { openOutboxStore } from '#local/outbox/indexed-db/dexie-outbox-store.ts'
import type { OutboxStore } from '#local/outbox/outbox-store.ts'
import { forgetReplaced, retryOnly, rewriteSetAside, takeBack } from '#local/outbox/take-back.ts'
import { deskOutboxName } from '#local/storage/names.ts'
import { OutboxDb, type StoredOp } from '#local/storage/outbox-db.ts'
import type { FeeCashRequest, PendingFeeCash } from '#shared/fees/fee-cash.types.ts'
import type { PendingTopUp, TopUpRequest } from '#shared/pos/top-ups/desk-top-up.types.ts'
import type { OpId } from '#shared/kernel/fields.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { dayMs } from '#shared/kernel/time.ts'
import type { PendingWriting, StudentWriting } from '#shared/students/student-writing.types.ts'
import {
  emptied,
  emptiedWriting,
  isWriting,
  openCash,
  openDecision,
  openWriting,
  sealDecision,
  sealWriting,
  writingId,
} from './desk-content.ts'
import { openDeskVault } from './desk-vault.ts'
import {
  type CashRequest,
  type DecisionMade,
  deskKinds,
  isMoney,
  type PendingCash,
  type PendingDecision,
} from './desk-work.types.ts'
import { openTopUp, takeTopUp } from './account-cash.ts'
import { forgetPrints, keepPrint } from './desk-prints.ts'
import { isFeeCash, openFeeCash, takeFeeCash } from './fee-cash.ts'
import { type DeskParts, keepDecision, keepWriting, takeCash } from './keep-at-desk.ts'

/**
 * The outbox of one person at a desk: decisions that were made without a network, and cash. In a database of its own, so that nobody
 * else who signs in on this browser sees or sends any of it; sealed; in the stream `desk/<userId>`.
 */
export interface DeskOutbox {
  readonly userId: string
  readonly stream: string
  readonly store: OutboxStore
  readonly vault: Vault
  readonly surroundings: Surroundings
  /**
   * Resolves once it is on this device for good; one that was refused makes room, and the same one again is tried again.
   * @throws RangeError where another decision about that student waits already; StorageFull, StorageBroken, AppError request.too-large
   */
  keepDecision(made: DecisionMade): Promise<void>
  /** What waits or was refused, oldest first. What this browser can read no more is left out, and stays. */
  decisions(): Promise<PendingDecision[]>
  /** Taken back, or seen and given up. */
  dropDecision(commandId: string): Promise<void>
  /** The file of a refused decision was erased: from now on it says which step it was, and nothing of whom. */
  noteErased(kept: DecisionMade): Promise<void>
  /** Resolves once a note or a task is on this device for good; the same one again is no second one. @throws StorageFull, StorageBroken */
  keepWriting(writing: StudentWriting): Promise<void>
  /** Notes and tasks that wait or were refused, oldest first. */
  writings(): Promise<PendingWriting[]>
  /** Taken back, or seen and given up. @param id of the note or the task */
  dropWriting(id: string): Promise<void>
  /** The file of one that was refused was erased: what it said is forgotten. */
  emptyWriting(writing: StudentWriting): Promise<void>
  /**
   * Resolves once it is on this device for good, with its number. The same id again is the same receipt.
   * @throws StorageFull, StorageBroken
   */
  takeCash(asked: CashRequest): Promise<PendingCash>
  /** In the order in which it was taken; what was booked is there for a week, to be printed again. */
  cash(): Promise<PendingCash[]>
  /** The same for fees, and for pupils' accounts. */
  takeFeeCash(asked: FeeCashRequest): Promise<PendingFeeCash>
  feeCash(): Promise<PendingFeeCash[]>
  takeTopUp(asked: TopUpRequest): Promise<PendingTopUp>
  topUps(): Promise<PendingTopUp[]>
  /** Keeps a print of a receipt. @returns the ids of all that the server has not heard of, the latest last */
  keepPrint(paper: string): Promise<OpId[]>
  forgetPrints(paper: string, told: readonly string[]): Promise<void>
  /** Cash that the server would not listen to is asked again: it lies in the drawer. @returns whether there was any */
  askCashAgain(): Promise<boolean>
  close(): void
}

/** How long what was booked is shown here: the server has it, for ever. */
const shownMs = 7 * dayMs

/** Opens the database of this person; makes it where there is none. */
export async function openDeskOutbox(
  schoolCode: string,
  userId: string,
  surroundings: Surroundings,
): Promise<DeskOutbox> {
  const name = deskOutboxName(schoolCode, userId)
  const db = new OutboxDb(name)
  const { store, appender } = await openOutbox(name, surroundings, openOutboxStore(name, db))
  const vault = await openDeskVault(store, surroundings)
  const stream = `desk/${userId}`
  await forgetReplaced(db, stream)
  const parts: DeskParts = { db, store, appender, vault, stream, userId: userId as UserId, surroundings }
  const tell = () => surroundings.channel.post({ type: 'ops-added' })
  const closing = () => ({ by: parts.userId, atMs: surroundings.clock.nowMs(), reason: '', correctedBy: null })
  const opOf = async (commandId: string) =>
    (await openDecisions(parts)).find(({ kept }) => kept.asked.commandId === commandId)?.op
  return {
    userId,
    stream,
    store,
    vault,
    surroundings,
    keepDecision: async (made) => {
      await keepDecision(parts, made, () => openDecisions(parts))
      tell()
    },
    decisions: async () => (await openDecisions(parts)).map(({ kept }) => kept),
    dropDecision: async (commandId) => {
      const op = await opOf(commandId)
      if (op) await takeBack(db, op.opId, closing())
      surroundings.channel.post({ type: 'ops-settled' })
    },
    noteErased: async (kept) => {
      const op = await opOf(kept.asked.commandId)
      const content = await sealDecision(vault, emptied(kept))
      if (op) await rewriteSetAside(db, op.opId, { ...content, lastError: 'student.erased' })
    },
    ...writingsOf(parts, closing),
    ...moneyOf(parts, tell),
    askCashAgain: async () => (await retryOnly(db, stream, isMoney)) > 0,
    close: () => store.close(),
  }
}

type Taken = 'takeCash' | 'takeFeeCash' | 'takeTopUp' | 'cash' | 'feeCash' | 'topUps'

/** @param tell says to other tabs that something is kept */
function moneyOf(parts: DeskParts, tell: () => void): Pick<DeskOutbox, Taken | 'keepPrint' | 'forgetPrints'> {
  const { store, vault, stream, surroundings } = parts
  const taking =
    <Asked, Kept>(take: (at: DeskParts, asked: Asked) => Promise<Kept>) =>
    async (asked: Asked) => {
      const kept = await take(parts, asked)
      tell()
      return kept
    }
  // What waits, and what was booked in the last days.
  const shown = async <Kept>(isMeant: (op: StoredOp) => boolean, open: (of: Vault, op: StoredOp) => Promise<Kept>) => {
    const sinceMs = surroundings.clock.nowMs() - shownMs
    const ops = (await store.ofStream(stream, 1)).filter((op) => isMeant(op) && (op.ackedAtMs ?? Infinity) >= sinceMs)
    return readable(ops.map(async (op) => open(vault, op)))
  }
  return {
    takeCash: taking(takeCash),
    takeFeeCash: taking(takeFeeCash),
    takeTopUp: taking(takeTopUp),
    cash: () => shown((op) => op.kind === deskKinds.cash && !isFeeCash(op), openCash),
    feeCash: () => shown(isFeeCash, openFeeCash),
    topUps: () => shown(({ kind }) => kind === deskKinds.topUp, openTopUp),
    keepPrint: (paper) => keepPrint({ store, random: surroundings.random, nowMs: surroundings.clock.nowMs() }, paper),
    forgetPrints: (paper, told) => forgetPrints(store, paper, told),
  }
}

type Writings = Pick<DeskOutbox, 'keepWriting' | 'writings' | 'dropWriting' | 'emptyWriting'>

/** @param closing what is noted with one that is taken back */
function writingsOf(parts: DeskParts, closing: () => Parameters<typeof takeBack>[2]): Writings {
  const { db, store, vault, surroundings } = parts
  return {
    keepWriting: async (writing) => {
      await keepWriting(parts, writing)
      surroundings.channel.post({ type: 'ops-added' })
    },
    writings: async () => {
      const ops = (await store.open(Number.POSITIVE_INFINITY)).filter(isWriting)
      return readable(ops.map(async (op) => openWriting(vault, op)))
    },
    dropWriting: async (id) => {
      await takeBack(db, id, closing())
      surroundings.channel.post({ type: 'ops-settled' })
    },
    emptyWriting: async (writing) => {
      const content = await sealWriting(vault, emptiedWriting(writing))
      await rewriteSetAside(db, writingId(writing), { ...content, lastError: 'student.erased' })
    },
  }
}

async function openDecisions({ store, vault }: DeskParts): Promise<{ op: StoredOp; kept: PendingDecision }[]> {
  const ops = (await store.open(Number.POSITIVE_INFINITY)).filter(({ kind }) => kind === deskKinds.decision)
  return readable(ops.map(async (op) => ({ op, kept: await openDecision(vault, op) })))
}

async function readable<T>(opening: readonly Promise<T>[]): Promise<T[]> {
  const tried = await Promise.allSettled(opening)
  return tried.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
}
