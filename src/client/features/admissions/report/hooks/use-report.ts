import { useState } from 'react'
import { useCommand } from '#client/platform/use-command.ts'
import { type ReportPart, reportParts } from '#shared/admissions/student-report.contract.ts'
import { saveReport } from '../report.api.ts'

export const reportFields = ['title', 'period', 'comment'] as const
type ReportField = (typeof reportFields)[number]
interface Both {
  en: string
  ar: string
}
export type ReportWords = Record<ReportField, Both>

const nothing: Both = { en: '', ar: '' }
const isWritten = ({ en, ar }: Both): boolean => en.trim() !== '' || ar.trim() !== ''

/** A report that is being written; whatever is changed is another one. */
export function useReport(studentId: string) {
  const [words, setWords] = useState<ReportWords>({ title: nothing, period: nothing, comment: nothing })
  const [parts, setParts] = useState<readonly ReportPart[]>(reportParts)
  const [isMissing, setMissing] = useState(false)
  const [isDone, setDone] = useState(false)
  // Pressed twice, or again after no answer came, it is one letter.
  const { mutate, isPending, error, reset } = useCommand(
    (draft: Parameters<typeof saveReport>[1], commandId) => saveReport(studentId, draft, commandId),
    { onSuccess: () => setDone(true), isOnce: true },
  )
  const changed = () => {
    setDone(false)
    setMissing(false)
    reset()
  }
  const write = (field: ReportField, lng: keyof Both, text: string) => {
    setWords((known) => ({ ...known, [field]: { ...known[field], [lng]: text } }))
    changed()
  }
  const choose = (part: ReportPart, isChosen: boolean) => {
    setParts((known) => reportParts.filter((each) => (each === part ? isChosen : known.includes(each))))
    changed()
  }
  const issue = () => {
    const { title, period, comment } = words
    const lacks = !isWritten(title) || !isWritten(period)
    setMissing(lacks)
    if (lacks) return
    setDone(false)
    void mutate({ title, period, comment: isWritten(comment) ? comment : null, parts: [...parts] })
  }
  return { words, parts, isMissing, isPending, isDone, error, write, choose, issue }
}
