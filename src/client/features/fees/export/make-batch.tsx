// chunk: fees
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useCommand } from '#client/platform/use-command.ts'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import type { FeeExportBatch } from '#shared/fees/export/export-batch.contract.ts'
import type { OpId } from '#shared/kernel/fields.ts'
import css from '../account/components/fees.module.css'
import { DayForm } from './day-form.tsx'
import { makeBatch } from './export.api.ts'

/** Puts the journals up to a day into the next batch, which locks these days. */
export function MakeBatch({ today, onMade }: { today: string; onMade: () => void }) {
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
