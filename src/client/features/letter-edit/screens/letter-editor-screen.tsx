import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { dropLetterDraft, keptLetterDraft } from '#client/platform/letter-drafts.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import frame from '#client/ui/list-frame.module.css'
import { Failure, Loading } from '#client/ui/list-frame.tsx'
import type { LetterTemplate } from '#shared/contract/letter-blocks.ts'
import type { LetterKind } from '#shared/rules/letter-kinds.rules.ts'
import { fetchEdit } from '../letter-edit.api.ts'
import { BackToLetters } from '../parts/back-to-letters.tsx'
import { Editor } from '../parts/editor.tsx'
import { KeptDraft } from '../parts/kept-draft.tsx'
import { isSame } from '../use-letter-edit.ts'

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
  const { t } = useTranslation('letter-edit')
  const errorText = useErrorText()
  const [opening, setOpening] = useState<Opening>({ no: 1, justPublished: undefined })
  const [chosen, setChosen] = useState<Chosen>()
  const question = useCallback(async () => {
    const [edit, kept] = await Promise.all([fetchEdit(letter), keptLetterDraft(letter)])
    // It had arrived, only its answer had not.
    const hasArrived = kept && isSame(kept.template, edit.template)
    if (hasArrived) await dropLetterDraft(letter)
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
    const drop = () => void dropLetterDraft(letter).then(() => choose(undefined))
    return (
      <KeptDraft letter={letter} kept={kept} now={edit.template} onTake={() => choose(kept.template)} onDrop={drop} />
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
