import { useCallback, useState } from 'react'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { DateField } from '#client/ui/fields/text-field.tsx'
import { SelectField } from '#client/ui/fields/select-field.tsx'
import { Failure } from '#client/ui/tables/list-frame.tsx'
import { BarTable } from '../../student-list/list/bar-table.tsx'
import type { EnquiryFunnel as Funnel } from '#shared/admissions/enquiries/enquiry-report.contract.ts'
import { fetchFunnel } from '../enquiries.api.ts'
import css from '../enquiries.module.css'
import { useEnquiryText } from '../hooks/use-enquiry-text.ts'
import { Skeleton } from './enquiry-table.tsx'

/** How far the enquiries of a time have come, and where they came from: every bar beside its number. */
export function EnquiryFunnel() {
  const { t, source: sourceName } = useEnquiryText()
  const errorText = useErrorText()
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const [source, setSource] = useState('')
  const question = useCallback(
    () => fetchFunnel({ ...(from && { firstDay: from }), ...(to && { lastDay: to }), ...(source && { source }) }),
    [from, to, source],
  )
  const { answer, failure, again } = useAnswer(question)
  const [sources, setSources] = useState<string[]>([])
  if (answer && sources.length === 0) {
    const known = answer.bySource.flatMap((row) => row.source ?? [])
    if (known.length > 0) setSources(known)
  }
  return (
    <div className={css.funnel}>
      <div className={css.pair}>
        <DateField label={t('funnel.from')} value={from} onChange={setFrom} />
        <DateField label={t('funnel.to')} value={to} onChange={setTo} />
        <SelectField label={t('funnel.source')} value={source} onChange={setSource}>
          <option value="">{t('funnel.everySource')}</option>
          {sources.map((each) => (
            <option key={each} value={each}>
              {sourceName(each)}
            </option>
          ))}
        </SelectField>
      </div>
      {failure && <Failure text={errorText(failure)} retry={t('retry')} onRetry={again} />}
      {!answer && !failure && <Skeleton />}
      {answer && <Charts funnel={answer} />}
    </div>
  )
}

function Charts({ funnel }: { funnel: Funnel }) {
  const { t, format, source: sourceName, duration } = useEnquiryText()
  const { stages, bySource, lost, medianMinutes } = funnel
  const all = stages[0]?.reached ?? 0
  const share = (count: number) => (all === 0 ? '–' : format.percent(Math.round((count / all) * 100) * 10_000))
  return (
    <>
      <p className={css.soft}>
        {medianMinutes === null ? t('funnel.noMedian') : t('funnel.median', { time: duration(medianMinutes) })}
      </p>
      <BarTable
        title={t('funnel.title')}
        heads={[t('funnel.stage'), t('funnel.count'), t('funnel.share')]}
        rows={stages.map(({ stage, reached }) => ({
          key: stage,
          name: t(`funnel.stages.${stage}`),
          count: reached,
          more: [share(reached)],
        }))}
      />
      <BarTable
        title={t('funnel.bySource')}
        heads={[t('funnel.source'), t('funnel.enquired'), t('funnel.applied'), t('funnel.confirmed')]}
        rows={bySource.map((row) => ({
          key: row.source ?? '',
          name: sourceName(row.source),
          count: row.enquired,
          more: [format.count(row.applied), format.count(row.confirmed)],
        }))}
      />
      {lost.length > 0 && (
        <BarTable
          title={t('funnel.lost')}
          heads={[t('funnel.reason'), t('funnel.count')]}
          rows={lost.map(({ reason, count }) => ({ key: reason, name: t(`reason.${reason}`), count }))}
        />
      )}
    </>
  )
}
