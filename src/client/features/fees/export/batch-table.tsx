// chunk: fees
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import list from '#client/ui/tables/list-table.module.css'
import { exportProfiles, type FeeExportBatch } from '#shared/fees/export/export-batch.contract.ts'
import css from '../account/components/fees.module.css'
import { useFeeText } from '../account/hooks/use-fee-text.ts'
import { type ExportProfile, saveBatch } from './export.api.ts'

/** Batches, each to be saved again for any program: the same bytes each time. */
export function BatchTable({ batches }: { batches: readonly FeeExportBatch[] }) {
  const { t } = useTranslation('fees.export')
  return (
    <table className={`${list.table} ${css.amounts}`}>
      <thead>
        <tr>
          <th scope="col">{t('column.number')}</th>
          <th scope="col">{t('column.until')}</th>
          <th scope="col" className={css.amount}>
            {t('column.journals')}
          </th>
          <th scope="col">{t('column.made')}</th>
          <th scope="col">{t('column.files')}</th>
        </tr>
      </thead>
      <tbody>
        {batches.map((batch) => (
          <BatchRow key={batch.batchId} batch={batch} />
        ))}
      </tbody>
    </table>
  )
}

function BatchRow({ batch: { batchId, number, until, journals, at } }: { batch: FeeExportBatch }) {
  const { t } = useTranslation('fees.export')
  const { dayOf } = useFeeText()
  const format = useFormat()
  return (
    <tr>
      <th scope="row">
        <bdi dir="ltr" className="num">
          {number}
        </bdi>
      </th>
      <td>{t('untilDay', { day: dayOf(until) })}</td>
      <td className={css.amount} data-label={t('column.journals')}>
        {format.count(journals)}
      </td>
      <td>
        <bdi>{format.dateTime(at)}</bdi>
      </td>
      <td>
        <SaveFiles batchId={batchId} number={number} />
      </td>
    </tr>
  )
}

function SaveFiles({ batchId, number }: Pick<FeeExportBatch, 'batchId' | 'number'>) {
  const { t } = useTranslation('fees.export')
  const errorText = useErrorText()
  const [saved, setSaved] = useState<number>()
  const { mutate, isPending, error } = useMutation((profile: ExportProfile) => saveBatch(batchId, profile), {
    onSuccess: setSaved,
    onError: () => setSaved(undefined),
  })
  return (
    <>
      <div className={common.actions}>
        {exportProfiles.map((profile) => (
          <Button
            key={profile}
            kind="quiet"
            aria-label={`${t(`profile.${profile}`)}: ${number}`}
            isWorking={isPending}
            onClick={() => void mutate(profile)}
          >
            {t(`profile.${profile}`)}
          </Button>
        ))}
      </div>
      {saved !== undefined && saved > 1 && !error && (
        <InlineNotice tone="info">{t('severalFiles', { count: saved })}</InlineNotice>
      )}
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
    </>
  )
}
