import { useCallback, useState } from 'react'
import { EditorOpening } from '#client/platform/editor/editor-opening.tsx'
import { useOpening } from '#client/platform/editor/use-opening.ts'
import { deleteLetterDraft, storedLetterDraft } from '#client/platform/offline/letter-drafts.ts'
import type { LetterTemplate } from '#shared/letters/letter-blocks.contract.ts'
import type { LetterKind } from '#shared/letters/letter-kinds.rules.ts'
import { BackToLetters } from './components/back-to-letters.tsx'
import { Editor } from './components/editor.tsx'
import { LocalDraft } from './components/local-draft.tsx'
import { isSame } from './hooks/use-letter-edit.ts'
import { fetchEdit } from './letter-edit.api.ts'

/** What became of the words that an earlier visit could not send. */
interface Chosen {
  /** Of the opening that asked. */
  no: number
  begun: LetterTemplate | undefined
}

/** One letter being written: brought from the server once, and from then on kept there. */
export function LetterEditorScreen({ letter }: { letter: LetterKind }) {
  const [chosen, setChosen] = useState<Chosen>()
  const question = useCallback(async () => {
    const [edit, kept] = await Promise.all([fetchEdit(letter), storedLetterDraft(letter)])
    // It had arrived, only its answer had not.
    const hasArrived = kept && isSame(kept.template, edit.template)
    if (hasArrived) await deleteLetterDraft(letter)
    return { edit, kept: hasArrived ? undefined : kept }
  }, [letter])
  const { opened, failure, again, reopen } = useOpening(question)
  if (!opened) return <EditorOpening back={<BackToLetters />} failure={failure} onRetry={again} />
  const { no, justPublished } = opened
  const { edit, kept } = opened.edit
  const choose = (begun: LetterTemplate | undefined) => setChosen({ no, begun })
  if (kept && chosen?.no !== no) {
    const drop = () => void deleteLetterDraft(letter).then(() => choose(undefined))
    return (
      <LocalDraft letter={letter} kept={kept} now={edit.template} onTake={() => choose(kept.template)} onDrop={drop} />
    )
  }
  return (
    <Editor
      key={no}
      opened={edit}
      begun={chosen?.no === no ? chosen.begun : undefined}
      justPublished={justPublished}
      onReopen={reopen}
    />
  )
}
