import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { PlusIcon } from '#client/ui/action-icons.tsx'
import { Button } from '#client/ui/button.tsx'
import type { TextStanding } from '#shared/contract/message-text.ts'
import { newKey, type ParagraphDraft } from '../text-draft.ts'
import { useFieldLabels } from '../use-field-labels.ts'
import { useTextEdit } from '../use-text-edit.ts'
import { FieldChips, type Written } from './field-chips.tsx'
import { ParagraphFields } from './paragraph-fields.tsx'
import { SubjectFields } from './subject-fields.tsx'
import { TextConflict } from './text-conflict.tsx'
import { TextPreview } from './text-preview.tsx'
import css from './message-texts.module.css'

interface EditorProps {
  standing: TextStanding
  onSaved: (text: TextStanding) => void
}

/** The words of one event in both languages side by side, with how they look in a mailbox. */
export function TextEditor({ standing, onSaved }: EditorProps) {
  const { t } = useTranslation('messages')
  const errorText = useErrorText()
  const labels = useFieldLabels()
  const edit = useTextEdit(standing, labels, onSaved)
  const { draft, change, problems, isAsked } = edit
  /** Where a field goes that is chosen from the list. */
  const written = useRef<Written>(null)
  const shown = isAsked ? problems : []
  const put = (paragraphs: readonly ParagraphDraft[]) => change({ ...draft, paragraphs })
  return (
    <form
      className={css.editor}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void edit.save()
      }}
    >
      <FieldChips labels={labels} written={written} />
      <SubjectFields draft={draft} problems={shown} onChange={change} />
      <ol className={css.paragraphs}>
        {draft.paragraphs.map((paragraph, no) => (
          <ParagraphFields
            key={paragraph.key}
            all={draft.paragraphs}
            no={no}
            problems={shown.filter((problem) => problem.paragraph === no)}
            written={written}
            onChange={put}
          />
        ))}
      </ol>
      <div className={css.actions}>
        <Button
          icon={<PlusIcon />}
          disabled={draft.paragraphs.length >= 20}
          onClick={() => put([...draft.paragraphs, { key: newKey(), en: '', ar: '', isOptional: false }])}
        >
          {t('text.add')}
        </Button>
      </div>
      {isAsked && problems.length > 0 && (
        <p role="alert" className={css.problem}>
          {t('text.notWhole', { count: problems.length })}
        </p>
      )}
      {edit.problem && !edit.theirs && (
        <p role="alert" className={css.problem}>
          {errorText(edit.problem)}
        </p>
      )}
      {edit.theirs && <TextConflict edit={edit} theirs={edit.theirs} />}
      <SaveBar edit={edit} isReady={standing.isReady} onUndo={() => edit.take(standing)} />
      <TextPreview text={edit.text} isWhole={problems.length === 0} />
    </form>
  )
}

interface SaveBarProps {
  edit: ReturnType<typeof useTextEdit>
  isReady: boolean
  onUndo: () => void
}

function SaveBar({ edit: { isChanged, isWorking, reset }, isReady, onUndo }: SaveBarProps) {
  const { t } = useTranslation('messages')
  return (
    <div className={css.actions}>
      <Button kind="main" type="submit" isWorking={isWorking} disabled={!isChanged}>
        {t('text.save')}
      </Button>
      {isChanged && (
        <Button kind="quiet" onClick={onUndo}>
          {t('text.undo')}
        </Button>
      )}
      {!isReady && (
        <Button kind="quiet" disabled={isWorking} onClick={() => void reset()}>
          {t('text.reset')}
        </Button>
      )}
      <span role="status" className={css.soft}>
        {t(isChanged ? 'text.unsaved' : 'text.saved')}
      </span>
    </div>
  )
}
