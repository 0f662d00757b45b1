import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { CheckboxField } from '#client/ui/fields/checkbox-field.tsx'
import { TextAreaField } from '#client/ui/fields/text-field.tsx'
import type { Language } from '#shared/kernel/fields.ts'
import type { DraftProblem, ParagraphDraft } from '../text-draft.ts'
import type { Written } from './field-chips.tsx'
import css from './message-texts.module.css'

interface ParagraphProps {
  all: readonly ParagraphDraft[]
  /** Which of them, from 0. */
  no: number
  problems: readonly DraftProblem[]
  written: RefObject<Written | null>
  onChange: (all: readonly ParagraphDraft[]) => void
}

/** One paragraph in both languages, with its place among the others. */
export function ParagraphFields({ all, no, problems, written, onChange }: ParagraphProps) {
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
          <Words
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

interface WordsProps extends Pick<ParagraphProps, 'no' | 'written'> {
  language: Language
  value: string
  problem: DraftProblem | undefined
  onChange: (text: string) => void
}

function Words({ no, language, value, problem, written, onChange }: WordsProps) {
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
