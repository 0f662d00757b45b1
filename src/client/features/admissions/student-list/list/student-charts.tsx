import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useStudentText } from '#client/features/students/record/hooks/use-student-text.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import common from '#client/ui/common.module.css'
import { DateField } from '#client/ui/fields/text-field.tsx'
import { Failure, Loading } from '#client/ui/tables/list-frame.tsx'
import { formatDay } from '#shared/kernel/text/format-day.rules.ts'
import { type Funnel, readFunnel } from '../list.api.ts'
import type { StudentSearch } from '../student-search.ts'
import { BarTable } from './bar-table.tsx'
import css from './student-charts.module.css'

interface ChartsProps {
  /** What the list is narrowed to, and until the end of which day of the school; today unless said. */
  search: StudentSearch
  onDay: (day: string) => void
}

/** The intake in figures: how many came how far and how long it took, and who applied. Every bar stands beside its number. */
export function StudentCharts({ search, onDay }: ChartsProps) {
  const { t, i18n } = useTranslation('admissions.student-list')
  const errorText = useErrorText()
  const { year: yearText, grade: gradeText, country, source: sourceText } = useStudentText()
  const { asOf, year, grade, nationality, source, status, owner, text } = search
  const question = useCallback(
    () =>
      readFunnel({
        ...(asOf && { asOf }),
        ...(year && { entryYear: year }),
        ...(grade && { grade }),
        ...(nationality && { nationality }),
        ...(source && { source }),
      }),
    [asOf, year, grade, nationality, source],
  )
  const { answer, failure, again } = useAnswer(question)
  return (
    <div className={css.charts}>
      <div className={css.head}>
        <DateField label={t('charts.asOf')} width="narrow" value={asOf ?? answer?.asOf ?? ''} onChange={onDay} />
        <p className={common.softLine}>
          {answer && t('charts.until', { day: formatDay(answer.asOf, i18n.language) })}{' '}
          {year === undefined ? t('charts.everyYear') : t('charts.oneYear', { year: yearText(year) })}{' '}
          {[grade && gradeText(grade), nationality && country(nationality), source && sourceText(source)]
            .filter(Boolean)
            .map((part) => `\u2068${part}\u2069.`)
            .join(' ')}{' '}
          {(status || owner || text) && t('charts.unheeded')}
        </p>
      </div>
      {failure && <Failure text={errorText(failure)} retry={t('retry')} onRetry={again} />}
      {!answer && !failure && <Loading>{t('loading')}</Loading>}
      {answer && !failure && (
        <>
          <Stages stages={answer.stages} />
          <Shares funnel={answer} />
        </>
      )}
    </div>
  )
}

function Stages({ stages }: { stages: Funnel['stages'] }) {
  const { t } = useTranslation('admissions.student-list')
  const format = useFormat()
  const rows = stages
    .map(({ stage, reached, medianDays }, no) => {
      const before = stages[no - 1]?.reached
      // Enquiries name several children and applications one each: no share of one is a share of the other.
      const share =
        no > 1 && before && reached !== null ? format.percent(Math.round((reached / before) * 100) * 10_000) : '–'
      const days = medianDays === null ? '–' : t('charts.days', { count: Math.round(medianDays * 10) / 10 })
      return { key: stage, name: t(`stage.${stage}`), count: reached, more: [share, days] }
    })
    .filter(({ count }) => count !== null)
  return (
    <BarTable
      title={t('charts.funnel')}
      heads={[t('charts.stage'), t('charts.reached'), t('charts.share'), t('charts.median')]}
      rows={rows.map((row) => ({ ...row, count: row.count ?? 0 }))}
    />
  )
}

function Shares({ funnel }: { funnel: Funnel }) {
  const { t } = useTranslation('admissions.student-list')
  const { country, source, grade } = useStudentText()
  const word = (value: string | null, say: (code: string) => string) =>
    value === null ? t('charts.unknown') : say(value)
  return (
    <div className={css.shares}>
      <BarTable
        title={t('charts.byGrade')}
        heads={[t('charts.grade'), t('charts.applied')]}
        rows={funnel.byGrade.map(({ grade: code, count }) => ({ key: code ?? '', name: word(code, grade), count }))}
      />
      <BarTable
        title={t('charts.bySource')}
        heads={[t('charts.source'), t('charts.applied')]}
        rows={funnel.bySource.map(({ source: code, count }) => ({ key: code ?? '', name: word(code, source), count }))}
      />
      <BarTable
        title={t('charts.byNationality')}
        heads={[t('charts.nationality'), t('charts.applied')]}
        rows={funnel.byNationality.map(({ nationality: code, count }) => ({
          key: code ?? '',
          name: word(code, country),
          count,
        }))}
      />
    </div>
  )
}
