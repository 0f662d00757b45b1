// chunk: fees
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import css from '../account/components/fees.module.css'
import { useFeeText } from '../account/hooks/use-fee-text.ts'
import { ShownOf } from '../overview/components/shown-of.tsx'
import { isolated } from '../isolated.ts'
import { DayForm } from './day-form.tsx'
import { lockUntil, type PeriodLocks } from './export.api.ts'

/** Until which day the ledger is locked, by whom and when, and locking it to a later one. */
export function LockSection({
  locks: { until, locks, count, today },
  onLocked,
}: {
  locks: PeriodLocks
  onLocked: () => void
}) {
  const { t } = useTranslation('fees.export')
  const errorText = useErrorText()
  const { dayOf } = useFeeText()
  const format = useFormat()
  const pick = useBilingual()
  const { mutate, isPending, error } = useMutation(lockUntil, { onSuccess: onLocked })
  return (
    <section className={common.stack} aria-labelledby="period-lock">
      <h2 id="period-lock" className={css.heading}>
        {t('lock.title')}
      </h2>
      <p className={common.softLine}>
        <strong>{until === null ? t('lock.none') : t('lock.until', { day: dayOf(until) })}</strong>
      </p>
      <p className={common.softLine}>{t('lock.hint')}</p>
      <DayForm
        label={t('lock.day')}
        today={today}
        button={t('lock.go')}
        sure={(day) => ({ question: t('lock.question', { day }), confirm: t('lock.sure', { day }) })}
        isWorking={isPending}
        onSend={(day) => void mutate(day)}
      />
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
      {locks.length > 0 && (
        <details>
          <summary className={css.summary}>{t('lock.earlier', { count })}</summary>
          <ul className={common.tightList}>
            {locks.map((each) => (
              <li key={each.until}>
                {t('lock.line', {
                  day: dayOf(each.until),
                  name: isolated(pick(each.by.name)),
                  at: format.dateTime(each.at),
                })}
              </li>
            ))}
          </ul>
          <ShownOf shown={locks.length} count={count} />
        </details>
      )}
    </section>
  )
}
