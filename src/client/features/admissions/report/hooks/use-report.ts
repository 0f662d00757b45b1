import { useRef, useState } from 'react'
import { messageIdOf } from '#client/platform/use-answer.ts'
import { machineClock, machineRandom } from '#local/kernel/machine.ts'
import { type ReportPart, reportParts } from '#shared/admissions/student-report.contract.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
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
  const [failure, setFailure] = useState<MessageId | 'missing'>()
  const [state, setState] = useState<'writing' | 'working' | 'done'>('writing')
  // Pressed twice, or again after no answer came, it is one letter.
  const commandId = useRef('')
  const changed = () => {
    commandId.current = ''
    setState('writing')
    setFailure(undefined)
  }
  const write = (field: ReportField, lng: keyof Both, text: string) => {
    setWords((known) => ({ ...known, [field]: { ...known[field], [lng]: text } }))
    changed()
  }
  const choose = (part: ReportPart, isChosen: boolean) => {
    setParts((known) => reportParts.filter((each) => (each === part ? isChosen : known.includes(each))))
    changed()
  }
  const issue = async () => {
    if (state === 'working') return
    const { title, period, comment } = words
    if (!isWritten(title) || !isWritten(period)) return setFailure('missing')
    setState('working')
    setFailure(undefined)
    commandId.current ||= uuidv7(machineClock.nowMs(), machineRandom)
    try {
      const draft = { title, period, comment: isWritten(comment) ? comment : null, parts: [...parts] }
      await saveReport(studentId, draft, commandId.current)
      setState('done')
    } catch (error) {
      setFailure(messageIdOf(error))
      setState('writing')
    }
  }
  return { words, parts, failure, state, write, choose, issue }
}
