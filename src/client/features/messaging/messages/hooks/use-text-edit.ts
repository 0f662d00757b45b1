import { useMemo, useState } from 'react'
import { useBusy } from '#client/platform/page/use-busy.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import type { TextStatus } from '#shared/messaging/message-text.contract.ts'
import type { MessageText } from '#shared/messaging/student-message.contract.ts'
import { readTexts, saveText } from '../message.api.ts'
import { draftOf, type FieldLabels, type TextDraft, textOf } from '../text-draft.ts'

/** What is written and not saved yet, by event, for as long as the page is open. */
const unsaved = new Map<string, { seen: number; draft: TextDraft }>()

/** The words of one event while somebody changes them. Nothing typed is lost: not by a refusal, not by looking at another event. */
export function useTextEdit(standing: TextStatus, labels: FieldLabels, onSaved: (text: TextStatus) => void) {
  const { event } = standing
  const [kept] = useState(() => unsaved.get(event))
  const [seen, setSeen] = useState(kept?.seen ?? standing.version)
  const [draft, setDraft] = useState(() => kept?.draft ?? draftOf(standing.words, labels))
  const [isChanged, setChanged] = useState(kept !== undefined)
  const [isAsked, setAsked] = useState(false)
  const [theirs, setTheirs] = useState<TextStatus>()
  useBusy(isChanged)
  const { text, problems } = useMemo(() => textOf(draft, labels), [draft, labels])
  const change = (to: TextDraft) => {
    setDraft(to)
    setChanged(true)
    unsaved.set(event, { seen, draft: to })
  }
  const take = (saved: TextStatus) => {
    unsaved.delete(event)
    setSeen(saved.version)
    setDraft(draftOf(saved.words, labels))
    setChanged(false)
    setAsked(false)
    setTheirs(undefined)
    onSaved(saved)
  }
  const { mutate, isPending, error, ...sending } = useMutation(
    (words: MessageText | null, over: number) => saveText(event, over, words),
    {
      onSuccess: take,
      // What the colleague wrote is shown beside what is written here.
      onError: async (why) => {
        if (why === 'message.text-changed') setTheirs(await latestOf(event))
      },
    },
  )
  const save = (over = seen) => {
    setAsked(true)
    return problems.length > 0 ? Promise.resolve(false) : mutate(text, over)
  }
  return {
    draft,
    change,
    text,
    problems,
    /** Whether what is missing is to be told: once somebody wanted to save. */
    isAsked,
    isChanged,
    isPending,
    error,
    theirs,
    save,
    take: (saved: TextStatus) => {
      take(saved)
      sending.reset()
    },
    reset: () => mutate(null, seen),
  }
}

async function latestOf(event: string): Promise<TextStatus | undefined> {
  try {
    return (await readTexts()).texts.find((text) => text.event === event)
  } catch {
    return undefined
  }
}

export type TextEdit = ReturnType<typeof useTextEdit>
