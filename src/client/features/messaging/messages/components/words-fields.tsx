import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { newRowKey } from '#client/platform/editor/row-key.ts'
import { Button } from '#client/ui/button.tsx'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import { PlusIcon } from '#client/ui/icons/action-icons.tsx'
import { type DraftProblem, type FieldLabels, type ParagraphDraft, type TextDraft } from '../text-draft.ts'
import { FieldChips, type Written } from './field-chips.tsx'
import css from './message-texts.module.css'
import { ParagraphFields } from './paragraph-fields.tsx'

interface SubjectProps {
  draft: TextDraft
  problems: readonly DraftProblem[]
  onChange: (draft: TextDraft) => void
}

/** The subject of the mail in both languages. */
function SubjectFields({ draft, problems, onChange }: SubjectProps) {
  const { t } = useTranslation('messaging')
  return (
    <div className={css.pair}>
      {(['en', 'ar'] as const).map((language) => (
        <TextField
          key={language}
          label={t(`text.subject.${language}`)}
          lang={language}
          maxLength={120}
          aria-invalid={problems.some((each) => each.paragraph === null && each.language === language)}
          value={draft.title[language]}
          onChange={(typed) => onChange({ ...draft, title: { ...draft.title, [language]: typed } })}
        />
      ))}
    </div>
  )
}

interface WordsProps {
  draft: TextDraft
  labels: FieldLabels
  /** To be told now. */
  problems: readonly DraftProblem[]
  onChange: (draft: TextDraft) => void
  /** True for a reminder of fees. */
  isReminder?: boolean
}

/** Words in both languages side by side: the subject, each paragraph, and the fields that may stand in them. */
export function WordsFields({ draft, labels, problems, onChange, isReminder = false }: WordsProps) {
  const { t } = useTranslation('messaging')
  /** Where a field goes that is chosen from the list. */
  const written = useRef<Written>(null)
  const put = (paragraphs: readonly ParagraphDraft[]) => onChange({ ...draft, paragraphs })
  return (
    <>
      <FieldChips labels={labels} written={written} isReminder={isReminder} />
      <SubjectFields draft={draft} problems={problems} onChange={onChange} />
      <ol className={css.paragraphs}>
        {draft.paragraphs.map((paragraph, no) => (
          <ParagraphFields
            key={paragraph.key}
            all={draft.paragraphs}
            no={no}
            problems={problems.filter((problem) => problem.paragraph === no)}
            written={written}
            onChange={put}
          />
        ))}
      </ol>
      <div className={css.actions}>
        <Button
          icon={<PlusIcon />}
          disabled={draft.paragraphs.length >= 20}
          onClick={() => put([...draft.paragraphs, { key: newRowKey(), en: '', ar: '', isOptional: false }])}
        >
          {t('text.add')}
        </Button>
      </div>
      {problems.length > 0 && (
        <InlineNotice tone="problem">{t('text.notWhole', { count: problems.length })}</InlineNotice>
      )}
    </>
  )
}
