// chunk: fees
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from '@tanstack/react-router'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { useCommand } from '#client/platform/use-command.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import link from '#client/ui/link.module.css'
import { Empty, ListFrame } from '#client/ui/tables/list-frame.tsx'
import type { FeeExportBatch } from '#shared/fees/export/export-batch.contract.ts'
import type { OpId } from '#shared/kernel/fields.ts'
import css from '../account/components/fees.module.css'
import { useFeeText } from '../account/hooks/use-fee-text.ts'
import { isolated } from '../isolated.ts'
import { ShownOf } from '../overview/components/shown-of.tsx'
import { BatchTable } from './batch-table.tsx'
import { DayForm } from './day-form.tsx'
import { listBatches, lockUntil, makeBatch, type PeriodLocks, readLocks } from './export.api.ts'

/** Exports of the ledger in numbered batches for accounting programs, and the lock of the days that are closed. */
export function ExportView() {
  const { t } = useTranslation('fees.export')
  const errorText = useErrorText()
  const batches = useAnswer(listBatches)
  const locks = useAnswer(readLocks)
  const failure = batches.failure ?? locks.failure
  const again = () => {
    batches.again()
    locks.again()
  }
  return (
    <ListFrame
      isWide
      title={t('title')}
      failure={failure && { text: errorText(failure), retry: t('retry'), onRetry: again }}
      loading={(batches.answer && locks.answer) || failure ? undefined : t('loading')}
    >
      {batches.answer && locks.answer && (
        <>
          <p className={common.softLine}>
            {t('lead')}{' '}
            <Link to="/fees/setup" search={{ tab: 'settings' }} className={link.link}>
              {t('codes')}
            </Link>
          </p>
          <MakeBatch today={locks.answer.today} onMade={again} />
          {batches.answer.batches.length === 0 ? (
            <Empty title={t('empty.title')} text={t('empty.text')} />
          ) : (
            <>
              <BatchTable batches={batches.answer.batches} />
              <ShownOf shown={batches.answer.batches.length} count={batches.answer.count} />
            </>
          )}
          <LockSection locks={locks.answer} onLocked={again} />
        </>
      )}
    </ListFrame>
  )
}

/** Puts the journals up to a day into the next batch, which locks these days. */
function MakeBatch({ today, onMade }: { today: string; onMade: () => void }) {
  const { t } = useTranslation('fees.export')
  const errorText = useErrorText()
  const [made, setMade] = useState<FeeExportBatch>()
  const { mutate, isPending, error } = useCommand((until: string, id: OpId) => makeBatch(until, id), {
    onSuccess: (batch) => {
      setMade(batch)
      onMade()
    },
    onError: () => setMade(undefined),
  })
  return (
    <section className={common.stack} aria-labelledby="make-batch">
      <h2 id="make-batch" className={css.heading}>
        {t('make.title')}
      </h2>
      <p className={common.softLine}>{t('make.hint')}</p>
      <DayForm
        label={t('make.until')}
        today={today}
        button={t('make.go')}
        sure={(day) => ({ question: t('make.question', { day }), confirm: t('make.sure', { day }) })}
        isWorking={isPending}
        onSend={(until) => void mutate(until)}
      />
      {made && !error && (
        <InlineNotice tone="success">{t('make.done', { number: made.number, count: made.journals })}</InlineNotice>
      )}
      {error && (
        <InlineNotice tone="problem">
          {error === 'request.not-found' ? t('make.nothing') : errorText(error)}
        </InlineNotice>
      )}
    </section>
  )
}

/** Until which day the ledger is locked, by whom and when, and locking it to a later one. */
function LockSection({
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
