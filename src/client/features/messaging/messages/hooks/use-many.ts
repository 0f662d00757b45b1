import { useMemo, useState } from 'react'
import { useBusy } from '#client/platform/page/use-busy.ts'
import { messageIdOf } from '#client/platform/use-answer.ts'
import { machineClock, machineRandom } from '#local/kernel/machine.ts'
import type { StudentFilter } from '#shared/admissions/student.contract.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import { UserId } from '#shared/kernel/fields.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import type { StudentStatus } from '#shared/students/student-status.rules.ts'
import { checkMany, type ManyChecked, startMany } from '../message.api.ts'
import { type FieldLabels, newKey, type TextDraft, textOf } from '../text-draft.ts'

export interface WhomDraft {
  /** Chosen by name on the list of students; whoever the others find, by which that list is narrowed too, where there are none. */
  ids: readonly string[]
  status: StudentStatus | ''
  grade: string
  year: string
  nationality: string
  source: string
  /** `none`: whoever nobody has taken on. */
  owner: string
  text: string
}

const everybody: WhomDraft = {
  ids: [],
  status: '',
  grade: '',
  year: '',
  nationality: '',
  source: '',
  owner: '',
  text: '',
}

const filterOf = ({ status, grade, year, nationality, source, owner, text }: WhomDraft): StudentFilter => ({
  ...(status !== '' && { status: [status] }),
  ...(grade !== '' && { grade: [grade] }),
  ...(year !== '' && { entryYear: [Number(year)] }),
  ...(nationality !== '' && { nationality: [nationality] }),
  ...(source !== '' && { source: [source] }),
  ...(owner !== '' && { owner: owner === 'none' ? owner : UserId.parse(owner) }),
  ...(text.trim() !== '' && { text: text.trim() }),
})

const whomOf = (whom: WhomDraft) => (whom.ids.length > 0 ? { ids: [...whom.ids] } : { filter: filterOf(whom) })

const blank = (): TextDraft => ({
  title: { en: '', ar: '' },
  paragraphs: [{ key: newKey(), en: '', ar: '', isOptional: false }],
})

/** What was written and not sent yet, for as long as the page is open. */
let kept: TextDraft | undefined

/** One thing at a time, and what came in its way. */
function useWork() {
  const [failure, setFailure] = useState<MessageId>()
  const [isWorking, setWorking] = useState(false)
  const run = async (work: () => Promise<void>) => {
    if (isWorking) return
    setWorking(true)
    setFailure(undefined)
    try {
      await work()
    } catch (error) {
      setFailure(messageIdOf(error))
    }
    setWorking(false)
  }
  return { failure, isWorking, run, forget: () => setFailure(undefined) }
}

/** A message to many: first it is said who would get it, then it is begun. Whatever is changed is checked anew. */
export function useMany(picked: readonly string[], labels: FieldLabels, onStarted: () => void) {
  const [whom, setWhom] = useState<WhomDraft>({ ...everybody, ids: picked })
  const [draft, setDraft] = useState(() => kept ?? blank())
  const [isNecessary, setNecessary] = useState(true)
  const [checked, setChecked] = useState<ManyChecked & { commandId: string }>()
  const { failure, isWorking, run, forget } = useWork()
  const [isAsked, setAsked] = useState(false)
  const { text, problems } = useMemo(() => textOf(draft, labels), [draft, labels])
  useBusy(isWorking || kept !== undefined)
  const asked = { whom: whomOf(whom), words: text, isNecessary }
  const anew = () => {
    setChecked(undefined)
    forget()
  }
  const write = (to: TextDraft) => {
    kept = to
    setDraft(to)
    anew()
  }
  const check = () => {
    setAsked(true)
    if (problems.length > 0) return
    void run(async () => {
      const found = await checkMany(asked)
      // Pressed twice, or again after no answer came, it is still one message.
      setChecked({ ...found, commandId: uuidv7(machineClock.nowMs(), machineRandom) })
    })
  }
  const start = () =>
    run(async () => {
      if (!checked) return
      await startMany({ ...asked, commandId: checked.commandId })
      kept = undefined
      setDraft(blank())
      setAsked(false)
      setChecked(undefined)
      onStarted()
    })
  return {
    whom,
    aim: (more: Partial<WhomDraft>) => {
      setWhom((known) => ({ ...known, ...more }))
      anew()
    },
    draft,
    write,
    text,
    problems: isAsked ? problems : [],
    isNecessary,
    setNecessary: (to: boolean) => {
      setNecessary(to)
      anew()
    },
    checked,
    failure,
    isWorking,
    check,
    start,
  }
}

export type Many = ReturnType<typeof useMany>
