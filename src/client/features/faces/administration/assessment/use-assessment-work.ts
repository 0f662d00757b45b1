import { useState } from 'react'
import { useBusy } from '#client/platform/page/use-busy.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { record } from '../face-desk.api.ts'
import { deleteAssessment, saveAssessment } from './assessment-draft.ts'
import { type AssessmentDraft, type Question, questions, readAssessment } from './assessment-questions.ts'

/** Where somebody goes on who comes back: the first question without an answer, or the end. */
function firstOpen(draft: AssessmentDraft): number {
  const first = questions.findIndex((question) => !draft[question])
  return first < 0 ? questions.length : first
}

/** An assessment while it is written. Every letter is kept on this device as it is typed; a failed save loses nothing. */
export function useAssessmentWork(begun: AssessmentDraft, onDone: () => void) {
  const [draft, setDraft] = useState(begun)
  const [at, setAt] = useState(() => firstOpen(begun))
  const [open, setOpen] = useState<Question[]>([])
  const [isKept, setIsKept] = useState(true)
  useBusy(true)
  const drop = async () => {
    // What cannot be forgotten now is offered again, and can be thrown away then.
    await deleteAssessment().catch(() => undefined)
  }
  const { mutate, isPending, error } = useMutation(record, {
    onSuccess: async () => {
      await drop()
      onDone()
    },
  })
  const answer = (question: Question, text: string) => {
    const next = { ...draft, [question]: text }
    setDraft(next)
    setOpen(open.filter((each) => each !== question))
    saveAssessment(next).then(
      () => setIsKept(true),
      () => setIsKept(false),
    )
  }
  const finish = async () => {
    const { answers, open: missing } = readAssessment(draft)
    setOpen(missing)
    if (answers) await mutate(answers)
  }
  return { draft, at, open, isKept, isPending, error, goTo: setAt, answer, finish, drop }
}
