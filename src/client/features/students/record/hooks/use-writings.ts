import { useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import { pendingWritingsAtom } from '#client/platform/offline/desk-outbox.atoms.ts'
import { messageIdOf } from '#client/platform/refused.ts'
import type { PendingWriting, StudentWriting } from '#shared/students/student-writing.types.ts'
import { giveTask, writeNote } from '../file.api.ts'

/** Sends a note or a task; where nobody answers it is kept on this device and sent later, under the same id. @throws where it is refused, or not kept */
export async function sendOrKeep(writing: StudentWriting): Promise<'sent' | 'kept'> {
  try {
    await (writing.kind === 'note' ? writeNote(writing.asked) : giveTask(writing.asked))
    return 'sent'
  } catch (error) {
    if (messageIdOf(error) !== 'L000') throw error
    const { keepWriting } = await import('#client/platform/offline/desk-outbox.ts')
    await keepWriting(writing)
    return 'kept'
  }
}

/** What this person wrote about a student and the server does not have yet; `onSettled` once any of it has left. */
export function usePendingWritings(studentId: string, onSettled: () => void): readonly PendingWriting[] {
  const waiting = useAtomValue(pendingWritingsAtom).filter(({ asked }) => asked.student_id === studentId)
  const { length } = waiting
  const before = useRef(length)
  useEffect(() => {
    if (length < before.current) onSettled()
    before.current = length
  }, [length, onSettled])
  return waiting
}
