import type { Vault } from '#local/kernel/vault.ts'
import type { Remains } from '#local/outbox/outbox.types.ts'
import type { Sealed } from '#local/storage/forms-db.ts'
import type { StoredOp } from '#local/storage/outbox-db.ts'
import type { CashReceipt, CashTaken } from '#shared/admissions/desk-cash.contract.ts'
import { isTransient } from '#shared/kernel/errors.ts'
import { fromInstant } from '#shared/kernel/time.ts'
import type { PendingWriting, StudentWriting } from '#shared/students/student-writing.types.ts'
import {
  type CashShown,
  type DecisionMade,
  type DecisionRequest,
  type DecisionShown,
  deskKinds,
  type PendingCash,
  type PendingDecision,
} from './desk-work.types.ts'

/*
 * What an operation of a desk says, sealed on this device: its body, which is sent, and beside it what is shown with it. Opening
 * rejects where the browser has another key, or the bytes are not what was sealed.
 */

type Row = Pick<StoredOp, 'body' | 'beside' | 'state' | 'lastError' | 'wallAt'>

const opened = async <T>(vault: Vault, sealed: unknown) => (await vault.open(sealed as Sealed)) as T

export const openAsked = (vault: Vault, { body }: Pick<Row, 'body'>): Promise<DecisionRequest> => opened(vault, body)

export const openTaken = (vault: Vault, { body }: Pick<Row, 'body'>): Promise<CashTaken> => opened(vault, body)

export async function openDecision(vault: Vault, row: Row): Promise<PendingDecision> {
  const asked = await openAsked(vault, row)
  const shown = await opened<DecisionShown>(vault, row.beside)
  const problem = row.state === 'attention' ? row.lastError : null
  return { asked, ...shown, keptAtMs: fromInstant(row.wallAt), problem }
}

export async function openCash(vault: Vault, row: Row): Promise<PendingCash> {
  const operation = await openTaken(vault, row)
  const shown = await opened<CashShown>(vault, row.beside)
  // It is asked again all the same, and told until the server has booked it.
  const isTold = shown.receipt === null && row.lastError !== null && !isTransient(row.lastError)
  return { operation, ...shown, problem: isTold ? row.lastError : null }
}

export async function sealDecision(vault: Vault, { asked, seen, move, said }: DecisionMade): Promise<Remains> {
  const shown: DecisionShown = { seen, move, said }
  return { body: await vault.seal(asked), beside: await vault.seal(shown) }
}

export async function sealCash(vault: Vault, operation: CashTaken, shown: CashShown): Promise<Remains> {
  return { body: await vault.seal(operation), beside: await vault.seal(shown) }
}

/** A decision whose file was erased: what is told of it is which step it was, and nothing of whom. */
export function emptied({ asked, seen, move }: DecisionMade): DecisionMade {
  const nobody = { student_name: null, student_name_ar: null, birthDate: null, nationality: null, source: null }
  return {
    asked: { ...asked, change: { kind: 'move', to: move.to } },
    seen: { ...seen, ...nobody },
    move,
    said: { reason: '', note: '', reviewOn: '' },
  }
}

/** Cash that is booked. Whose it was is known to the file from now on; a device forgets names as soon as it can. */
export const booked = async (vault: Vault, { operation, paper }: PendingCash, receipt: CashReceipt): Promise<Remains> =>
  sealCash(vault, operation, { paper: { ...paper, names: [] }, receipt })

export const writingId = (writing: StudentWriting): string =>
  writing.kind === 'note' ? writing.asked.noteId : writing.asked.taskId

export const isWriting = ({ kind }: Pick<StoredOp, 'kind'>): boolean =>
  kind === deskKinds.note || kind === deskKinds.task

export const sealWriting = async (vault: Vault, asked: StudentWriting['asked']): Promise<Remains> => ({
  body: await vault.seal(asked),
  beside: undefined,
})

export async function openWriting(vault: Vault, row: Row & Pick<StoredOp, 'kind'>): Promise<PendingWriting> {
  const about = { keptAtMs: fromInstant(row.wallAt), problem: row.state === 'attention' ? row.lastError : null }
  return row.kind === deskKinds.note
    ? { kind: 'note', asked: await opened(vault, row.body), ...about }
    : { kind: 'task', asked: await opened(vault, row.body), ...about }
}

/** A note or a task whose file was erased: which one it was, and nothing of what it said. */
export const emptiedWriting = (writing: StudentWriting): StudentWriting['asked'] =>
  writing.kind === 'note' ? { ...writing.asked, text: '' } : { ...writing.asked, task: '' }
