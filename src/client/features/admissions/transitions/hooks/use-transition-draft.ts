import { atom, useAtom, useAtomValue, useSetAtom } from 'jotai'
import { sessionAtom } from '#client/platform/session/session.ts'
import type { OpenTransition } from '../../student-file/student.api.ts'
import { emptyDraft, type TransitionDraft } from '../transition-draft.ts'

interface Work {
  userId: string | undefined
  studentId: string
  move: OpenTransition
  draft: TransitionDraft
}

/** A step that somebody has begun to write about: it waits here while they look at another file. */
const workAtom = atom<readonly Work[]>([])

/** The step that is being asked for and what is typed for it, each student's and each person's own. */
export function useTransitionDraft(studentId: string) {
  const userId = useAtomValue(sessionAtom).user?.userId
  const [all, setAll] = useAtom(workAtom)
  const own = all.find((each) => each.studentId === studentId && each.userId === userId)
  const others = all.filter((each) => each !== own && each.userId === userId)
  const put = (move: OpenTransition, draft: TransitionDraft) => setAll([...others, { userId, studentId, move, draft }])
  return {
    chosen: own?.move,
    draft: own?.draft ?? emptyDraft,
    choose: (move: OpenTransition) => put(move, emptyDraft),
    setDraft: (draft: TransitionDraft) => own && put(own.move, draft),
    end: () => setAll(others),
  }
}

/** Begins a step before the file is open: it is asked for there. What was typed for another step of that student goes. */
export function useDraftStart(): (studentId: string, move: OpenTransition) => void {
  const userId = useAtomValue(sessionAtom).user?.userId
  const setAll = useSetAtom(workAtom)
  return (studentId, move) =>
    setAll((all) => [
      ...all.filter((each) => each.userId === userId && each.studentId !== studentId),
      { userId, studentId, move, draft: emptyDraft },
    ])
}
