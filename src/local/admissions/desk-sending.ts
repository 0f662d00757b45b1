import { isRestored } from '#local/outbox/known-server.ts'
import type { Exchange, Pulled, Remains, Transport } from '#local/outbox/outbox.types.ts'
import { startSender } from '#local/outbox/sender.ts'
import { type Sender } from '#local/outbox/sender.types.ts'
import type { StoredOp } from '#local/storage/outbox-db.ts'
import type { CashReceipt, CashTaken } from '#shared/admissions/desk-cash.contract.ts'
import type { FeeCash } from '#shared/fees/fee-cash.contract.ts'
import type { AccountMovement } from '#shared/pos/account-money.contract.ts'
import type { DeskTopUp } from '#shared/pos/top-ups/desk-top-up.contract.ts'
import type { FeeReceipt } from '#shared/fees/fee-payment.contract.ts'
import { AppError, isTransient, requiresSignIn } from '#shared/kernel/errors.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { fromInstant, toInstant } from '#shared/kernel/time.ts'
import type { ServerState } from '#shared/sync/server-state.contract.ts'
import { type Hole, syncProtocol, type Verdict } from '#shared/sync/sync.contract.ts'
import type { StudentWriting } from '#shared/students/student-writing.types.ts'
import {
  booked,
  emptied,
  emptiedWriting,
  isWriting,
  openAsked,
  openCash,
  openDecision,
  openWriting,
  sealDecision,
  sealWriting,
} from './desk-content.ts'
import type { DeskOutbox } from './desk-outbox.ts'
import { type DecisionRequest, deskKinds, isMoney } from './desk-work.types.ts'
import { bookedTopUp, openTopUp } from './account-cash.ts'
import { bookedFeeCash, isFeeCash, openFeeCash } from './fee-cash.ts'

/** The server as this person may ask it. Rejects with an AppError. */
export interface DeskCalls {
  /** Who is signed in at this moment; nobody else's session may carry what this person did. */
  signedIn(): string | undefined
  decide(asked: DecisionRequest): Promise<unknown>
  book(operation: CashTaken): Promise<{ receipt: CashReceipt }>
  bookFees(operation: FeeCash): Promise<{ receipt: FeeReceipt }>
  bookTopUp(operation: DeskTopUp): Promise<{ movement: AccountMovement }>
  write(writing: StudentWriting): Promise<unknown>
  /** Which history of the server answers. */
  serverState(): Promise<ServerAnswer>
}

/** What the server says of itself, with its time. */
interface ServerAnswer {
  server: ServerState
  serverTime: string
}

/** One operation of a desk at a time: each is a call of its own, with an answer that is shown. */
export const deskBatchOps = 1

/**
 * Sends operations of a desk by the calls that make them with a network, in the session of the person who did them. Each carries the id
 * of its command, so that what arrives twice happens once. What persons have closed nobody waits for.
 */
export const deskTransport =
  (desk: Pick<DeskOutbox, 'userId' | 'vault' | 'surroundings'>, calls: DeskCalls): Transport =>
  async ({ ops, holes }) => {
    const [op] = ops
    if (!op) return answer(desk, holes, [])
    const { opId } = op
    try {
      const remains = await make(desk, calls, op)
      return answer(desk, holes, [{ opId, outcome: 'applied' }], remains && [[opId, remains]])
    } catch (error) {
      return refused(desk, op, holes, error)
    }
  }

type Desk = Parameters<typeof deskTransport>[0]

/** Sealed as it is: a restored server is sent it again, within the days for which it is kept. */
const all = undefined

/** @returns what of it stays on this device in its place; undefined where it stays as it is */
async function make({ vault, userId }: Desk, calls: DeskCalls, op: StoredOp): Promise<Remains | undefined> {
  // Acknowledged by an earlier release, which kept nothing of it.
  if (op.body === null) return all
  if (op.kind === deskKinds.decision) {
    const asked = await openAsked(vault, op).catch(unreadable)
    checkSession(calls, userId)
    await calls.decide(asked)
    return all
  }
  if (isWriting(op)) {
    const writing = await openWriting(vault, op).catch(unreadable)
    checkSession(calls, userId)
    await calls.write(writing)
    return all
  }
  if (op.kind === deskKinds.topUp) {
    const kept = await openTopUp(vault, op).catch(unreadable)
    checkSession(calls, userId)
    const { movement } = await calls.bookTopUp(kept.operation)
    return bookedTopUp(vault, kept, movement)
  }
  if (op.kind !== deskKinds.cash) return unreadable()
  if (isFeeCash(op)) {
    const kept = await openFeeCash(vault, op).catch(unreadable)
    checkSession(calls, userId)
    const { receipt } = await calls.bookFees(kept.operation)
    return bookedFeeCash(vault, kept, receipt)
  }
  const kept = await openCash(vault, op).catch(unreadable)
  checkSession(calls, userId)
  const known = kept.receipt && { bookedAs: kept.receipt.number }
  const { receipt } = await calls.book({ ...kept.operation, ...known })
  return booked(vault, kept, receipt)
}

/** With nothing awaited between this and the call: somebody else may sign in at any moment. */
function checkSession(calls: DeskCalls, userId: string): void {
  if (calls.signedIn() !== userId) throw new AppError('auth.session-required')
}

/** It stands in the way of nothing behind it, and stays. */
function unreadable(): never {
  throw new AppError('sync.invalid')
}

async function refused(desk: Desk, op: StoredOp, holes: readonly Hole[], error: unknown): Promise<Exchange> {
  if (!(error instanceof AppError)) return { kind: 'unreachable', retryAfterMs: null, why: String(error) }
  const { messageId } = error
  // It says nothing against the operation: nobody answered, the server has no time, or who it was has to sign in again.
  if (requiresSignIn(messageId)) return { kind: 'unproven', messageId, serverTimeMs: null }
  if (isTransient(messageId)) return { kind: 'unreachable', retryAfterMs: error.retryAfterMs ?? null, why: messageId }
  const verdict: Verdict = { opId: op.opId, outcome: 'rejected', messageId }
  if (messageId !== 'student.erased' || isMoney(op)) return answer(desk, holes, [verdict])
  const erased = isWriting(op)
    ? await sealWriting(desk.vault, emptiedWriting(await openWriting(desk.vault, op)))
    : await sealDecision(desk.vault, emptied(await openDecision(desk.vault, op)))
  return answer(desk, holes, [verdict], [[op.opId, erased]])
}

function answer(
  { surroundings: { clock, random } }: Desk,
  holes: readonly Hole[],
  results: Verdict[],
  remains: readonly [string, Remains][] = [],
): Exchange {
  const nowMs = clock.nowMs()
  const reply = {
    batchId: uuidv7(nowMs, random),
    serverTime: toInstant(nowMs),
    minProtocol: syncProtocol,
    results,
    received: Object.fromEntries(holes.map(({ stream }) => [stream, Number.MAX_SAFE_INTEGER])),
  }
  return { kind: 'answer', reply, remains: new Map(remains) }
}

/** One sender for each person's desk in a browser: one of its tabs leads, the others wait. */
export const deskLockName = (schoolCode: string, userId: string): string => `sync:${schoolCode}:desk:${userId}`

export interface DeskSendingParts extends DeskCalls {
  /** A visible tab may take the lead from a frozen one. */
  maySteal(): boolean
}

/**
 * Asks which history of the server answers. The server has no numbers of a desk's stream: after a restore all that is kept is sent
 * again, and what it still has it answers as done.
 */
async function lookAtServer({ store, stream }: DeskOutbox, calls: DeskCalls): Promise<Pulled | undefined> {
  const answer = await calls.serverState().catch(() => undefined)
  if (!answer) return undefined
  const { generation } = answer.server
  const received = (await isRestored(store, generation)) ? 0 : Number.MAX_SAFE_INTEGER
  // Kept for a week, whatever is copied: what it says is about children.
  const server = { generation, backedUpThroughMs: Number.MAX_SAFE_INTEGER }
  return { received: { [stream]: received }, serverMs: fromInstant(answer.serverTime), server }
}

/** Sends what this person's desk has kept, in order, for as long as something waits. */
export function startDeskSending(schoolCode: string, desk: DeskOutbox, parts: DeskSendingParts): Sender {
  const { surroundings, store, stream, userId } = desk
  return startSender({
    ...surroundings,
    store,
    transport: deskTransport(desk, parts),
    batchOps: deskBatchOps,
    lockName: deskLockName(schoolCode, userId),
    maySteal: parts.maySteal,
    pull: () => lookAtServer(desk, parts),
    keepFrom: () => ({ [stream]: Number.MAX_SAFE_INTEGER }),
    onTrouble: () => undefined,
  })
}
