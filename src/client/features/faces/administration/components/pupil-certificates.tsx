import { Link } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import common from '#client/ui/common.module.css'
import { Failure } from '#client/ui/tables/list-frame.tsx'
import type { CustomerId } from '#shared/kernel/ids.ts'
import { listForgotten } from '../face-desk.api.ts'
import css from './desk-page.module.css'

/** What was deleted of a pupil, with the way to the certificates and to the record. */
export function PupilCertificates({ customerId }: { customerId: CustomerId }) {
  const { t } = useTranslation('faces.administration')
  const errorText = useErrorText()
  const format = useFormat()
  const { answer, failure, again } = useAnswer(useCallback(() => listForgotten(customerId), [customerId]))
  return (
    <>
      <h3>{t('deletions.ofPupil')}</h3>
      {failure && <Failure text={errorText(failure)} retry={t('retry')} onRetry={again} />}
      {answer?.length === 0 && <p className={common.soft}>{t('deletions.noneOfPupil')}</p>}
      <ul>
        {answer?.map(({ id, at, reason, completeAt }) => (
          <li key={id}>
            {format.day(at)} · {t(`deletions.reason.${reason}`)} ·{' '}
            {t(completeAt ? 'deletions.complete' : 'deletions.open')}
          </li>
        ))}
      </ul>
      <p className={css.deeds}>
        {answer && answer.length > 0 && (
          <Link to="/faces/deletions" search={{ pupil: customerId }} className={css.link}>
            {t('deletions.see')}
          </Link>
        )}
        <Link to="/faces/record" search={{ pupil: customerId }} className={css.link}>
          {t('record.ofPupil')}
        </Link>
      </p>
    </>
  )
}
