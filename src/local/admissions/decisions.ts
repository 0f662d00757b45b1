import type { z } from 'zod'
import { openVault } from '#local/kernel/vault.ts'
import { type DecisionRow, DecisionsDb } from '#local/storage/decisions-db.ts'
import { decisionsDbName } from '#local/storage/names.ts'
import type { OpenMove, studentUpdate } from '#shared/admissions/student.contract.ts'
import { AppError, asksWhoItIs, type MessageId, mayPass } from '#shared/kernel/errors.ts'
import type { Random } from '#shared/kernel/ids.ts'
import type { Clock } from '#shared/kernel/time.ts'
import type { StudentRow } from '#shared/students/student-row.contract.ts'

export type DecisionAsked = z.input<typeof studentUpdate.body>

/** What somebody decided, and on what: enough to show it beside what has become of the student since. */
export interface DecisionMade {
  asked: DecisionAsked
  seen: StudentRow
  move: z.infer<typeof OpenMove>
  said: { reason: string; note: string; reviewOn: string }
}

export interface KeptDecision extends DecisionMade {
  keptAtMs: number
  /** Why the server would not take it; null while it waits for the network. */
  problem: MessageId | null
}

/** The decisions that staff made on this device without a network: sealed, each person's own, one at a time for each student. */
export interface KeptDecisions {
  /** Resolves once it is on this device for good; one that was refused makes room. @throws RangeError where one waits already */
  keep(userId: string, made: DecisionMade): Promise<void>
  /** Oldest first. What this browser can read no more is left out, and stays. */
  of(userId: string): Promise<KeptDecision[]>
  /** Taken back, or seen and given up. */
  drop(userId: string, commandId: string): Promise<void>
  /** Its file was erased: what is told of it is which step it was, and nothing of whom. */
  noteErased(userId: string, kept: DecisionMade): Promise<void>
  /**
   * Sends what waits, in the order in which it was decided: a command that arrives twice happens once, so that two tabs may do it
   * together. @returns whether something still waits for the network
   */
  send(userId: string, ask: (asked: DecisionAsked) => Promise<unknown>): Promise<boolean>
  close(): void
}

interface Needs {
  clock: Clock
  random: Random
}

export async function openDecisions(schoolCode: string, { clock, random }: Needs): Promise<KeptDecisions> {
  const db = new DecisionsDb(decisionsDbName(schoolCode))
  const vault = await openVault(db, random)
  const rowsOf = async (userId: string) =>
    (await db.decisions.where('userId').equals(userId).toArray()).sort((a, b) => a.keptAtMs - b.keptAtMs)
  const open = async ({ content, keptAtMs, problem }: DecisionRow): Promise<KeptDecision[]> => {
    try {
      return [{ ...((await vault.open(content)) as DecisionMade), keptAtMs, problem }]
    } catch {
      return []
    }
  }
  const noteErased = async (userId: string, made: DecisionMade) => {
    const id = made.asked.commandId
    const content = await vault.seal(emptied(made))
    const isThis = db.decisions.where({ id }).and((row) => row.userId === userId)
    await isThis.modify({ problem: 'student.erased', content })
  }
  const of = async (userId: string) => (await Promise.all((await rowsOf(userId)).map(open))).flat()
  return {
    of,
    noteErased,
    keep: async (userId, made) => {
      const content = await vault.seal(made)
      const { student_id: studentId, commandId: id } = made.asked
      await db.transaction('rw', db.decisions, async () => {
        const kept = await db.decisions.where('userId').equals(userId).toArray()
        const others = kept.filter((row) => row.studentId === studentId && row.id !== id)
        if (others.some(({ problem }) => problem === null))
          throw new RangeError('a decision about this student waits already')
        await db.decisions.bulkDelete(others.map((row) => row.id))
        await db.decisions.put({ id, userId, studentId, keptAtMs: clock.nowMs(), problem: null, content })
      })
    },
    drop: async (userId, commandId) => {
      await db.decisions
        .where({ id: commandId })
        .and((row) => row.userId === userId)
        .delete()
    },
    send: async (userId, ask) => {
      for (const kept of await of(userId)) {
        const { asked, problem } = kept
        if (problem !== null) continue
        try {
          await ask(asked)
          await db.decisions.delete(asked.commandId)
        } catch (error) {
          if (!(error instanceof AppError) || isPassing(error.messageId)) return true
          if (error.messageId === 'student.erased') await noteErased(userId, kept)
          else await db.decisions.update(asked.commandId, { problem: error.messageId })
        }
      }
      return false
    },
    close: () => db.close(),
  }
}

function emptied({ asked, seen, move }: DecisionMade): DecisionMade {
  const nobody = { student_name: null, student_name_ar: null, birthDate: null, nationality: null, source: null }
  return {
    asked: { ...asked, change: { kind: 'move', to: move.to } },
    seen: { ...seen, ...nobody },
    move,
    said: { reason: '', note: '', reviewOn: '' },
  }
}

/** It says nothing against the decision: nobody answered, the server has no time, or whoever decided has to sign in again. */
export function isPassing(messageId: MessageId): boolean {
  return mayPass(messageId) || asksWhoItIs(messageId)
}
