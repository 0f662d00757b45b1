import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import type { TextStatus } from '#shared/messaging/message-text.contract.ts'
import { useFieldLabels } from '../hooks/use-field-labels.ts'
import { type TextEdit, useTextEdit } from '../hooks/use-text-edit.ts'
import css from './message-texts.module.css'
import { TextConflict } from './text-conflict.tsx'
import { TextPreview } from './text-preview.tsx'
import { WordsFields } from './words-fields.tsx'

interface EditorProps {
  standing: TextStatus
  onSaved: (text: TextStatus) => void
}

/** The words of one event in both languages side by side, with how they look in a mailbox. */
export function TextEditor({ standing, onSaved }: EditorProps) {
  const errorText = useErrorText()
  const labels = useFieldLabels()
  const edit = useTextEdit(standing, labels, onSaved)
  const { draft, change, problems, isAsked } = edit
  return (
    <form
      className={css.editor}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void edit.save()
      }}
    >
      <WordsFields draft={draft} labels={labels} problems={isAsked ? problems : []} onChange={change} />
      {edit.error && !edit.theirs && <InlineNotice tone="problem">{errorText(edit.error)}</InlineNotice>}
      {edit.theirs && <TextConflict edit={edit} theirs={edit.theirs} />}
      <SaveBar edit={edit} isReady={standing.isReady} onUndo={() => edit.take(standing)} />
      <TextPreview text={edit.text} isWhole={problems.length === 0} />
    </form>
  )
}

interface SaveBarProps {
  edit: TextEdit
  isReady: boolean
  onUndo: () => void
}

function SaveBar({ edit: { isChanged, isPending, reset }, isReady, onUndo }: SaveBarProps) {
  const { t } = useTranslation('messaging')
  return (
    <div className={css.actions}>
      <Button kind="main" type="submit" isWorking={isPending} disabled={!isChanged}>
        {t('text.save')}
      </Button>
      {isChanged && (
        <Button kind="quiet" onClick={onUndo}>
          {t('text.undo')}
        </Button>
      )}
      {!isReady && (
        <Button kind="quiet" disabled={isPending} onClick={() => void reset()}>
          {t('text.reset')}
        </Button>
      )}
      <span role="status" className={common.soft}>
        {t(isChanged ? 'text.unsaved' : 'text.saved')}
      </span>
    </div>
  )
}
