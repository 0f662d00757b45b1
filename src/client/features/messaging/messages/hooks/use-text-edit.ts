import { useMemo, useState } from 'react'
import { type KeptDraft, useVersionedDraft } from '#client/platform/editor/use-versioned-draft.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import type { TextStatus } from '#shared/messaging/message-text.contract.ts'
import { saveText } from '../message.api.ts'
import { draftOf, type FieldLabels, type TextDraft, textOf } from '../text-draft.ts'

const conflict: MessageId = 'message.text-changed'

interface Texts {
  standing: TextStatus
  /** What an earlier visit could not save. */
  kept: KeptDraft | undefined
  labels: FieldLabels
  onSaved: (text: TextStatus) => void
}

/** The words of one event while somebody changes them, and what is wrong with them. */
export function useTextEdit({ standing, kept, labels, onSaved }: Texts) {
  const { event } = standing
  const [isAsked, setAsked] = useState(false)
  const valuesOf = (text: TextStatus) => ({ version: text.version, values: draftOf(text.words, labels) })
  const settle = (saved: TextStatus) => {
    setAsked(false)
    onSaved(saved)
  }
  const edit = useVersionedDraft<TextDraft>({
    name: `message-text:${event}`,
    opened: valuesOf(standing),
    kept,
    conflict,
    save: async (draft, over) => {
      const saved = await saveText(event, over, textOf(draft, labels).text)
      settle(saved)
      return valuesOf(saved)
    },
  })
  const { text, problems } = useMemo(() => textOf(edit.draft, labels), [edit.draft, labels])
  const take = async (theirs: TextStatus) => {
    await edit.take(valuesOf(theirs))
    settle(theirs)
  }
  const { mutate: reset, error, isPending } = useMutation(() => saveText(event, edit.seen, null), { onSuccess: take })
  return {
    ...edit,
    text,
    problems,
    /** Whether what is missing is to be told: once somebody wanted to save. */
    isAsked,
    isPending: edit.isPending || isPending,
    error: edit.error ?? (error === conflict ? undefined : error),
    isConflict: edit.isConflict || error === conflict,
    save: (over = edit.seen) => {
      setAsked(true)
      return problems.length > 0 ? Promise.resolve(false) : edit.send(over)
    },
    /** Discards what is typed and shows `theirs`. */
    take,
    /** Goes back to the words that come with the system. */
    reset,
  }
}

export type TextEdit = ReturnType<typeof useTextEdit>
