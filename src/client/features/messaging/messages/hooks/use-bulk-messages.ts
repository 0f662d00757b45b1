import { useMemo, useState } from 'react'
import { newRowKey } from '#client/platform/editor/row-key.ts'
import { useBusy } from '#client/platform/page/use-busy.ts'
import { newCommandId } from '#client/platform/use-command.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import type { StudentFilter } from '#shared/admissions/student.contract.ts'
import { UserId } from '#shared/kernel/fields.ts'
import type { StudentStatus } from '#shared/students/student-status.rules.ts'
import { type BulkMessageChecked, checkBulkMessage, startBulkMessage } from '../message.api.ts'
import { type FieldLabels, type TextDraft, textOf } from '../text-draft.ts'

export interface AudienceDraft {
  /** Chosen by name on the list of students; everyone the others find, by which that list is narrowed too, where there are none. */
  ids: readonly string[]
  status: StudentStatus | ''
  grade: string
  year: string
  nationality: string
  source: string
  /** `none`: files that nobody has taken on. */
  owner: string
  text: string
}

const everybody: AudienceDraft = {
  ids: [],
  status: '',
  grade: '',
  year: '',
  nationality: '',
  source: '',
  owner: '',
  text: '',
}

const filterOf = ({ status, grade, year, nationality, source, owner, text }: AudienceDraft): StudentFilter => ({
  ...(status !== '' && { status: [status] }),
  ...(grade !== '' && { grade: [grade] }),
  ...(year !== '' && { entryYear: [Number(year)] }),
  ...(nationality !== '' && { nationality: [nationality] }),
  ...(source !== '' && { source: [source] }),
  ...(owner !== '' && { owner: owner === 'none' ? owner : UserId.parse(owner) }),
  ...(text.trim() !== '' && { text: text.trim() }),
})

const audienceOf = (whom: AudienceDraft) => (whom.ids.length > 0 ? { ids: [...whom.ids] } : { filter: filterOf(whom) })

const blank = (): TextDraft => ({
  title: { en: '', ar: '' },
  paragraphs: [{ key: newRowKey(), en: '', ar: '', isOptional: false }],
})

/** What was written and not sent yet, for as long as the page is open. */
let kept: TextDraft | undefined

/** What is written, which stays while the page is open. */
function useLocalDraft() {
  const [draft, setDraft] = useState(() => kept ?? blank())
  useBusy(kept !== undefined)
  const write = (to: TextDraft) => {
    kept = to
    setDraft(to)
  }
  const clear = () => {
    kept = undefined
    setDraft(blank())
  }
  return { draft, write, clear }
}

/** A message to many: first it is said who would get it, then it is begun. Whatever is changed is checked again. */
export function useBulkMessages(picked: readonly string[], labels: FieldLabels, onStarted: () => void) {
  const [whom, setWhom] = useState<AudienceDraft>({ ...everybody, ids: picked })
  const { draft, write, clear } = useLocalDraft()
  const [isNecessary, setNecessary] = useState(true)
  const [checked, setChecked] = useState<BulkMessageChecked & { commandId: string }>()
  const checking = useMutation(checkBulkMessage, {
    // Pressed twice, or again after no answer came, it is still one message.
    onSuccess: (found) => setChecked({ ...found, commandId: newCommandId() }),
  })
  const starting = useMutation(startBulkMessage, {
    onSuccess: () => {
      clear()
      setAsked(false)
      setChecked(undefined)
      onStarted()
    },
  })
  const isPending = checking.isPending || starting.isPending
  const [isAsked, setAsked] = useState(false)
  const { text, problems } = useMemo(() => textOf(draft, labels), [draft, labels])
  const asked = { whom: audienceOf(whom), words: text, isNecessary }
  const anew = () => {
    setChecked(undefined)
    checking.reset()
    starting.reset()
  }
  const check = () => {
    setAsked(true)
    if (problems.length > 0) return
    starting.reset()
    void checking.mutate(asked)
  }
  const start = () => {
    checking.reset()
    return checked ? starting.mutate({ ...asked, commandId: checked.commandId }) : Promise.resolve(false)
  }
  return {
    whom,
    aim: (more: Partial<AudienceDraft>) => {
      setWhom((known) => ({ ...known, ...more }))
      anew()
    },
    draft,
    write: (to: TextDraft) => {
      write(to)
      anew()
    },
    text,
    problems: isAsked ? problems : [],
    isNecessary,
    setNecessary: (to: boolean) => {
      setNecessary(to)
      anew()
    },
    checked,
    error: checking.error ?? starting.error,
    isPending,
    check,
    start,
  }
}

export type BulkMessages = ReturnType<typeof useBulkMessages>
