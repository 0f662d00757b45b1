import { useTranslation } from 'react-i18next'
import plain from '#client/ui/fields/plain-field.module.css'
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
        <label key={language} className={plain.label}>
          {t(`text.subject.${language}`)}
          <input
            className={plain.input}
            lang={language}
            dir={language === 'ar' ? 'rtl' : 'ltr'}
            maxLength={120}
            aria-invalid={problems.some((each) => each.paragraph === null && each.language === language)}
            value={draft.title[language]}
            onChange={(event) =>
              onChange({ ...draft, title: { ...draft.title, [language]: event.currentTarget.value } })
            }
          />
        </label>
      ))}
    </div>
  )
}
