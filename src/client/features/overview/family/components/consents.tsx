import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import type { FamilyChild } from '#shared/overview/family/family-home.contract.ts'
import { openNeed } from '../family.api.ts'
import css from './family.module.css'

/** What this guardian has decided about consents, and the way to change or withdraw it. */
export function Consents({ child: { consents, studentId } }: { child: FamilyChild }) {
  const { t } = useTranslation('overview.family-consents')
  const format = useFormat()
  const router = useRouter()
  const errorText = useErrorText()
  const { mutate, isPending, error } = useMutation(
    (id: string) => openNeed({ student_id: studentId, need: 'consent', id }),
    { onSuccess: ({ path }) => router.navigate({ href: path }) },
  )
  return (
    <>
      <h3 className={css.sub}>{t('title')}</h3>
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
      <ul className={css.list}>
        {consents.map(({ id, answeredAt }) => (
          <li key={id} className={css.row}>
            {t('answered', { day: format.day(answeredAt) })}
            <button type="button" className={css.button} aria-busy={isPending} onClick={() => void mutate(id)}>
              {t('change')}
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
