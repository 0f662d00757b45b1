import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { ConflictNotice } from '#client/platform/editor/conflict-notice.tsx'
import type { KeptDraft } from '#client/platform/editor/use-versioned-draft.ts'
import { WithKeptDraft } from '#client/platform/editor/with-kept-draft.tsx'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { isReminderText, type TextEvent, type TextStatus } from '#shared/messaging/message-text.contract.ts'
import { useFieldLabels } from '../hooks/use-field-labels.ts'
import { readTexts } from '../message.api.ts'
import { type TextEdit, useTextEdit } from '../hooks/use-text-edit.ts'
import { draftOf, type TextDraft } from '../text-draft.ts'
import css from './message-texts.module.css'
import { TextPreview } from './text-preview.tsx'
import { WordsFields } from './words-fields.tsx'

const questions = {} as Record<TextEvent, () => Promise<Theirs>>
interface Theirs {
  text: TextStatus
  edited: { by: Bilingual | null; at: string } | null
}

/** Returns the question for the words that a colleague has saved; the same function for the same event at every drawing. */
const theirsOf = (event: TextEvent) =>
  (questions[event] ??= async () => {
    const text = (await readTexts()).texts.find((each) => each.event === event)
    if (!text) throw new AppError('request.not-found')
    return { text, edited: text.setAt === null ? null : { by: text.setBy?.name ?? null, at: text.setAt } }
  })

/** A colleague has saved other words meanwhile: both side by side, and the choice whose go on. */
function TextConflict({ edit, event }: { edit: TextEdit; event: TextEvent }) {
  const { t } = useTranslation('messaging')
  const labels = useFieldLabels()
  return (
    <ConflictNotice
      question={theirsOf(event)}
      onTheirs={({ text }) => void edit.take(text)}
      onMine={({ text }) => void edit.save(text.version)}
    >
      {({ text }) => (
        <div className={css.pair}>
          <Side title={t('conflict.theirs')} draft={draftOf(text.words, labels)} />
          <Side title={t('conflict.mine')} draft={edit.draft} />
        </div>
      )}
    </ConflictNotice>
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
export function TextEditor(props: EditorProps) {
  return (
    <WithKeptDraft name={`message-text:${props.standing.event}`}>
      {(kept) => <OpenEditor {...props} kept={kept} />}
    </WithKeptDraft>
  )
}

function OpenEditor({ standing, kept, onSaved }: EditorProps & { kept: KeptDraft | undefined }) {
  const { t } = useTranslation('editor')
  const errorText = useErrorText()
  const labels = useFieldLabels()
  const edit = useTextEdit({ standing, kept, labels, onSaved })
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
      {edit.isBack && <InlineNotice tone="info">{t('back')}</InlineNotice>}
      <WordsFields
        draft={draft}
        labels={labels}
        problems={isAsked ? problems : []}
        onChange={change}
        isReminder={isReminderText(standing.event)}
      />
      {edit.error && <InlineNotice tone="problem">{errorText(edit.error)}</InlineNotice>}
      {edit.isConflict && <TextConflict edit={edit} event={standing.event} />}
      <SaveBar edit={edit} isReady={standing.isReady} onUndo={() => void edit.take(standing)} />
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
