import { type RefObject, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { newRowKey } from '#client/platform/editor/row-key.ts'
import { Button } from '#client/ui/button.tsx'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { CheckboxField } from '#client/ui/fields/checkbox-field.tsx'
import { TextAreaField, TextField } from '#client/ui/fields/text-field.tsx'
import { PlusIcon } from '#client/ui/icons/action-icons.tsx'
import type { Language } from '#shared/kernel/fields.ts'
import type { DraftProblem, FieldLabels, ParagraphDraft, TextDraft } from '../text-draft.ts'
import { FieldChips, type Written } from './field-chips.tsx'
import css from './message-texts.module.css'

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

interface ParagraphProps {
  all: readonly ParagraphDraft[]
  /** Which of them, from 0. */
  no: number
  problems: readonly DraftProblem[]
  written: RefObject<Written | null>
  onChange: (all: readonly ParagraphDraft[]) => void
}

/** One paragraph in both languages, with its place among the others. */
function ParagraphFields({ all, no, problems, written, onChange }: ParagraphProps) {
  const { t } = useTranslation('messaging')
  const paragraph = all[no]
  if (!paragraph) return null
  const set = (more: Partial<ParagraphDraft>) =>
    onChange(all.map((each, at) => (at === no ? { ...each, ...more } : each)))
  const move = (by: -1 | 1) => {
    const rest = all.filter((_each, at) => at !== no)
    onChange([...rest.slice(0, no + by), paragraph, ...rest.slice(no + by)])
  }
  return (
    <li className={css.paragraph}>
      <div className={css.pair}>
        {(['en', 'ar'] as const).map((language) => (
          <LanguageWords
            key={language}
            no={no}
            language={language}
            value={paragraph[language]}
            problem={problems.find((each) => each.language === language)}
            written={written}
            onChange={(text) => set({ [language]: text })}
          />
        ))}
      </div>
      <div className={css.tools}>
        <CheckboxField
          label={t('text.optional')}
          checked={paragraph.isOptional}
          onChange={(isChecked) => set({ isOptional: isChecked })}
        />
        <button type="button" className={css.small} disabled={no === 0} onClick={() => move(-1)}>
          {t('text.up')}
        </button>
        <button type="button" className={css.small} disabled={no === all.length - 1} onClick={() => move(1)}>
          {t('text.down')}
        </button>
        <button
          type="button"
          className={css.small}
          disabled={all.length === 1}
          onClick={() => onChange(all.filter((_each, at) => at !== no))}
        >
          {t('text.remove')}
        </button>
      </div>
    </li>
  )
}

interface LanguageProps extends Pick<ParagraphProps, 'no' | 'written'> {
  language: Language
  value: string
  problem: DraftProblem | undefined
  onChange: (text: string) => void
}

function LanguageWords({ no, language, value, problem, written, onChange }: LanguageProps) {
  const { t } = useTranslation('messaging')
  return (
    <TextAreaField
      label={t(`text.paragraph.${language}`, { no: no + 1 })}
      error={problem && t(`text.problem.${problem.kind}`, { name: problem.name })}
      className={css.words}
      lang={language}
      maxLength={2000}
      rows={Math.min(8, Math.max(2, Math.ceil(value.length / 50) + value.split('\n').length - 1))}
      value={value}
      onFocus={(event) => {
        written.current = { box: event.currentTarget, language, put: onChange }
      }}
      onInput={(event) => {
        written.current = { box: event.currentTarget, language, put: onChange }
      }}
      onChange={onChange}
    />
  )
}
