import { useTranslation } from 'react-i18next'
import { TextField } from '#client/ui/fields/text-field.tsx'
import type { DraftProblem, TextDraft } from '../text-draft.ts'
import css from './message-texts.module.css'

interface SubjectProps {
  draft: TextDraft
  problems: readonly DraftProblem[]
  onChange: (draft: TextDraft) => void
}

/** The subject of the mail in both languages. */
export function SubjectFields({ draft, problems, onChange }: SubjectProps) {
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
