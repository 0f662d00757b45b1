import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import { useCopy } from '#client/ui/fields/use-copy.ts'
import { dropCalendarLink, fetchCalendarLink, putCalendarLink } from '../appointment.api.ts'
import css from './appointments.module.css'

/** The secret address at which a person's own calendar program reads their appointments. */
export function CalendarLinkCard() {
  const { t, i18n } = useTranslation('admissions.calendar')
  const errorText = useErrorText()
  const format = useFormat()
  const { answer: link, failure, again } = useAnswer(fetchCalendarLink)
  const [url, setUrl] = useState<string>()
  const making = useMutation(putCalendarLink, {
    onSuccess: (made) => {
      setUrl(made.url)
      again()
    },
  })
  const ending = useMutation(dropCalendarLink, {
    onSuccess: () => {
      setUrl(undefined)
      again()
    },
  })
  const failed = failure ?? making.error ?? ending.error
  return (
    <details className={css.make}>
      <summary>{t('title')}</summary>
      <div className={common.stack}>
        <p className={common.softLine}>{t('text')}</p>
        {link && (
          <p className={common.softLine}>
            {t('made', { day: format.day(link.createdAt) })}{' '}
            {link.lastReadAt ? t('read', { time: format.dateTime(link.lastReadAt) }) : t('unread')}
          </p>
        )}
        {url !== undefined && <Address url={url} />}
        <div className={common.actions}>
          <Button isWorking={making.isPending} onClick={() => void making.mutate(i18n.language === 'ar' ? 'ar' : 'en')}>
            {t(link ? 'again' : 'make')}
          </Button>
          {link && (
            <Button isWorking={ending.isPending} onClick={() => void ending.mutate()}>
              {t('end')}
            </Button>
          )}
        </div>
        {failed && <InlineNotice tone="problem">{errorText(failed)}</InlineNotice>}
      </div>
    </details>
  )
}

function Address({ url }: { url: string }) {
  const { t } = useTranslation('admissions.calendar')
  const { input, outcome, copy } = useCopy(url)
  return (
    <>
      <InlineNotice tone="warning">{t('once')}</InlineNotice>
      <TextField ref={input} label={t('url')} dir="ltr" readOnly value={url} onChange={() => undefined} />
      <div className={common.centredActions}>
        <Button onClick={copy}>{t('copy')}</Button>
        <span role="status" className={common.soft}>
          {outcome ? t(outcome) : ''}
        </span>
      </div>
    </>
  )
}
