import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { deleteMyDraft, listMyDrafts } from '../dashboard.api.ts'
import css from './started-forms.module.css'

/** What a family has begun to fill in, on this device or another, with the way to go on. Nothing begun is nothing to show. */
export function StartedForms() {
  const { t } = useTranslation()
  const pick = useBilingual()
  const format = useFormat()
  const errorText = useErrorText()
  const { answer, failure, again } = useAnswer(listMyDrafts)
  const { mutate, error } = useMutation(deleteMyDraft, { onSettled: again })
  const problem = error ?? failure
  const drafts = answer?.drafts ?? []
  if (drafts.length === 0 && !problem) return null
  return (
    <section className={css.begun} aria-labelledby="begun-forms">
      <h2 id="begun-forms" className={css.title}>
        {t('dashboard.begun.title')}
      </h2>
      {problem && (
        <InlineNotice tone="problem">
          {errorText(problem)}{' '}
          <button type="button" className={css.drop} onClick={again}>
            {t('dashboard.begun.again')}
          </button>
        </InlineNotice>
      )}
      <ul className={common.tightList}>
        {drafts.map(({ id, title, about, updatedAt }) => (
          <li key={id} className={css.line}>
            <Link to="/student_admission/$id" params={{ id }} className={css.open}>
              <bdi>{about ?? pick(title)}</bdi>
            </Link>
            <small className={css.soft}>
              {pick(title)} · {t('dashboard.begun.at', { at: format.dateTime(updatedAt) })}
            </small>
            <button type="button" className={css.drop} onClick={() => void mutate(id)}>
              {t('dashboard.begun.drop')} <span className="visually-hidden">{about ?? pick(title)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
