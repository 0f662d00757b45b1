import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import type { TextStatus } from '#shared/messaging/message-text.contract.ts'
import { useFieldLabels } from '../hooks/use-field-labels.ts'
import { type TextEdit, useTextEdit } from '../hooks/use-text-edit.ts'
import { draftOf, type TextDraft } from '../text-draft.ts'
import css from './message-texts.module.css'
import { TextPreview } from './text-preview.tsx'
import { WordsFields } from './words-fields.tsx'

interface ConflictProps {
  edit: TextEdit
  theirs: TextStatus
}

/** A colleague has saved other words meanwhile: both side by side, and the choice whose go on. Nothing is written over unasked. */
function TextConflict({ edit, theirs }: ConflictProps) {
  const { t } = useTranslation('messaging')
  const pick = useBilingual()
  const format = useFormat()
  const labels = useFieldLabels()
  return (
    <section className={css.conflict} role="alert">
      <h3 className={common.heading}>{t('conflict.title')}</h3>
      <p>
        {theirs.setBy && <bdi>{pick(theirs.setBy.name)}</bdi>}
        {theirs.setAt && (
          <>
            {' · '}
            <bdi>{format.dateTime(theirs.setAt)}</bdi>
          </>
        )}
      </p>
      <div className={css.pair}>
        <Side title={t('conflict.theirs')} draft={draftOf(theirs.words, labels)} />
        <Side title={t('conflict.mine')} draft={edit.draft} />
      </div>
      <div className={css.actions}>
        <Button onClick={() => edit.take(theirs)}>{t('conflict.takeTheirs')}</Button>
        <Button isWorking={edit.isPending} onClick={() => void edit.save(theirs.version)}>
          {t('conflict.saveMine')}
        </Button>
      </div>
    </section>
  )
}

const Side = ({ title, draft }: { title: string; draft: TextDraft }) => (
  <div className={css.side}>
    <h4 className={common.heading}>{title}</h4>
    {(['en', 'ar'] as const).map((language) => (
      <div key={language} lang={language} dir={language === 'ar' ? 'rtl' : 'ltr'}>
        <p>
          <strong>{draft.title[language]}</strong>
        </p>
        {draft.paragraphs.map((paragraph) => (
          <p key={paragraph.key}>{paragraph[language]}</p>
        ))}
      </div>
    ))}
  </div>
)

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
