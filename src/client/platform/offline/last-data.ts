// chunk: offline-state
import { atom } from 'jotai'
import type { z } from 'zod'
import type { Seen } from '#local/admissions/last-data.ts'
import type { Endpoint } from '#shared/kernel/endpoint.ts'
import { ask } from '../http.ts'
import { onIdle } from '../page/first-use.ts'
import { messageIdOf } from '../refused.ts'
import { currentSession } from '../session/session.ts'
import { store } from '../store.ts'
import { deskOwner } from './desk-owner.ts'

/** By the path of a call: of when its last answer is, where that was taken from this device because nobody answered. */
export const recalledAtom = atom<Readonly<Record<string, number>>>({})

const note = (path: string, atMs: number | undefined) => {
  const { [path]: _before, ...others } = store.get(recalledAtom)
  store.set(recalledAtom, atMs === undefined ? others : { ...others, [path]: atMs })
}

/** What this device remembers for the person who is signed in, and its own time; undefined for nobody. */
export async function openLastData() {
  const owner = await deskOwner()
  if (!owner) return undefined
  const { lastData } = await import('#local/admissions/last-data.ts')
  return { kept: lastData(owner.code, owner.needs), userId: owner.userId, nowMs: owner.needs.clock.nowMs() }
}

/**
 * Asks the server, and where nobody answers gives what it answered this person last on this device. For what staff read of
 * lists and files; never for health or custody: `kept` leaves out what an answer has of that, or of identity.
 * @throws AppError as the call does, where nothing of it is kept
 */
export async function fetchOrRecall<B extends z.ZodType, R extends z.ZodType>(
  to: Endpoint<B, R>,
  input: z.input<B>,
  kept: (answer: z.output<R>) => z.output<R> = (answer) => answer,
): Promise<z.output<R>> {
  const question = `${to.path} ${JSON.stringify(input)}`
  try {
    const answer = await ask(to, input)
    note(to.path, undefined)
    void keep(question, kept(answer))
    return answer
  } catch (error) {
    const last = messageIdOf(error) === 'L000' ? await recall(question) : undefined
    const answer = last && to.reply.safeParse(last.answer)
    if (!last || !answer?.success) throw error
    note(to.path, last.atMs)
    return answer.data
  }
}

/** Answers that are not on the device yet, and to whose session they were given. */
let unkept: { of: string | null; seen: Seen[] } = { of: null, seen: [] }
const maxAgeMs = 2000

/** Keeps an answer, with those that came meanwhile, in a moment that no frame needs: anyone who scrolls a list does not wait for it. */
async function keep(question: string, answer: unknown): Promise<void> {
  const { token } = currentSession()
  if (unkept.of !== token) unkept = { of: token, seen: [] }
  unkept.seen.push({ question, answer })
  if (unkept.seen.length > 1) return
  try {
    await onIdle(maxAgeMs)
    const { of, seen } = unkept
    unkept = { of: null, seen: [] }
    const opened = await openLastData()
    if (of === currentSession().token) await opened?.kept.keep(opened.userId, seen)
  } catch {
    // A full or refused storage: the desk works on, it only remembers nothing.
  }
}

async function recall(question: string) {
  try {
    const opened = await openLastData()
    return await opened?.kept.recall(opened.userId, question)
  } catch {
    return undefined
  }
}
