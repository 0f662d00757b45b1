import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { deleteLetterDraft, storedLetterDraft } from '#client/platform/offline/letter-drafts.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import frame from '#client/ui/tables/list-frame.module.css'
import { Failure, Loading } from '#client/ui/tables/list-frame.tsx'
import type { LetterTemplate } from '#shared/letters/letter-blocks.contract.ts'
import type { LetterKind } from '#shared/letters/letter-kinds.rules.ts'
import { BackToLetters } from './components/back-to-letters.tsx'
import { Editor } from './components/editor.tsx'
import { LocalDraft } from './components/local-draft.tsx'
import { isSame } from './hooks/use-letter-edit.ts'
import { fetchEdit } from './letter-edit.api.ts'

interface Opening {
  /** Counts how often it was opened: opened anew, nothing of the last time is left. */
  no: number
  /** The version that was just published here. */
  justPublished: number | undefined
}

/** What became of the words that an earlier visit could not send. */
interface Chosen {
  /** Of the opening that asked. */
  no: number
  begun: LetterTemplate | undefined
}

/** One letter being written: brought from the server once, and from then on kept there. */
export function LetterEditorScreen({ letter }: { letter: LetterKind }) {
  const { t } = useTranslation('letters.editor')
  const errorText = useErrorText()
  const [opening, setOpening] = useState<Opening>({ no: 1, justPublished: undefined })
  const [chosen, setChosen] = useState<Chosen>()
  const question = useCallback(async () => {
    const [edit, kept] = await Promise.all([fetchEdit(letter), storedLetterDraft(letter)])
    // It had arrived, only its answer had not.
    const hasArrived = kept && isSame(kept.template, edit.template)
    if (hasArrived) await deleteLetterDraft(letter)
    return { edit, kept: hasArrived ? undefined : kept, ...opening }
  }, [letter, opening])
  const { answer, failure, again } = useAnswer(question)
  if (!answer || failure !== undefined) {
    return (
      <div className={frame.page}>
        <BackToLetters />
        {failure ? (
          <Failure text={errorText(failure)} retry={t('retry')} onRetry={again} />
        ) : (
          <Loading>{t('loading')}</Loading>
        )}
      </div>
    )
  }
  const { no, edit, kept } = answer
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
      justPublished={answer.justPublished}
      onReopen={(justPublished) => setOpening(({ no }) => ({ no: no + 1, justPublished }))}
    />
  )
}
