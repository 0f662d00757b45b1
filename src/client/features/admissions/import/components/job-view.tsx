import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { SaveButton } from '#client/platform/files/save-button.tsx'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { JobProgress } from '#client/ui/feedback/job-progress.tsx'
import { SelectField } from '#client/ui/fields/select-field.tsx'
import { Failure, Loading } from '#client/ui/tables/list-frame.tsx'
import { reasonOf } from '#shared/admissions/import/import-reasons.rules.ts'
import { type ImportJob, type ImportRow, importVerdicts } from '#shared/admissions/import/student-import.contract.ts'
import { useRows } from '../hooks/use-rows.ts'
import { bringIn, saveRefused } from '../student-import.api.ts'
import css from './import.module.css'

/** What becomes of each row, the refused ones first. */
function RowList({ job }: { job: ImportJob }) {
  const { t } = useTranslation('admissions.import')
  const errorText = useErrorText()
  const id = useId()
  const [chosen, setChosen] = useState('')
  const verdict = importVerdicts.find((each) => each === chosen)
  const { rows, next, isLoading, failure, retry, more } = useRows(job.id, verdict, job.state)
  return (
    <section aria-labelledby={id} className={common.stack}>
      <h3 id={id}>{t('rows.title')}</h3>
      <SelectField label={t('rows.show')} value={chosen} onChange={setChosen}>
        <option value="">{t('rows.all')}</option>
        {importVerdicts.map((each) => (
          <option key={each} value={each}>
            {t(`verdict.${each}`)}
          </option>
        ))}
      </SelectField>
      {!rows && !failure && <Loading>{t('loading')}</Loading>}
      {rows?.length === 0 && !failure && <p className={css.soft}>{t('rows.none')}</p>}
      <ol className={css.list}>
        {rows?.map((row) => (
          <Row key={row.row} row={row} />
        ))}
      </ol>
      {failure && <Failure text={errorText(failure)} retry={t('retry')} onRetry={retry} />}
      {!failure && next !== null && (
        <Button isWorking={isLoading} onClick={() => void more()}>
          {t('rows.more')}
        </Button>
      )}
    </section>
  )
}

function Row({ row }: { row: ImportRow }) {
  const { t, i18n } = useTranslation('admissions.import')
  const language = i18n.language === 'ar' ? 'ar' : 'en'
  const { nameLatin, nameArabic, verdict, problems, known, student_id: studentId } = row
  const name = (language === 'ar' ? (nameArabic ?? nameLatin) : (nameLatin ?? nameArabic)) ?? '–'
  const file = studentId ?? known?.student_id
  return (
    <li className={css.row} data-verdict={verdict}>
      <span className={css.soft}>{t('row', { row: row.row })}</span>
      <span>
        {file ? (
          <a href={`/student/${file}`}>
            <bdi>{name}</bdi>
          </a>
        ) : (
          <bdi>{name}</bdi>
        )}
      </span>
      <span>{studentId ? t('brought') : t(`verdict.${verdict}`)}</span>
      {known && <span className={css.wide}>{t(`knownBy.${known.by}`)}</span>}
      {verdict !== 'refused' && row.joined + row.siblings > 0 && (
        <span className={`${css.wide} ${css.soft}`}>{t('family', { joined: row.joined, siblings: row.siblings })}</span>
      )}
      {row.asksIdentity && <span className={`${css.wide} ${css.soft}`}>{t('rows.asksIdentity')}</span>}
      {problems.length > 0 && (
        <ul className={css.wide}>
          {problems.map((problem) => (
            <li key={`${problem.column} ${problem.why}`}>{reasonOf(problem, language)}</li>
          ))}
        </ul>
      )}
    </li>
  )
}

interface JobProps {
  job: ImportJob
  onChanged: () => void
}

/** One file: what would become of its rows, how far it is, what came of it. */
export function JobView({ job, onChanged }: JobProps) {
  const { t } = useTranslation('admissions.import')
  const format = useFormat()
  const pick = useBilingual()
  const { counts, state, total, brought } = job
  const numbers = [
    ['total', total],
    ['new', counts.new],
    ['known', counts.known],
    ['refused', counts.refused],
    ['joined', job.joined],
    ['siblings', job.siblings],
  ] as const
  const listed = (heads: readonly string[]) => heads.map((head) => `\u2068${head}\u2069`).join(' · ')
  return (
    <section className={css.box} aria-label={job.fileName}>
      <h2>
        <bdi>{job.fileName}</bdi>
      </h2>
      <p role="status">{t(`state.${state}`)}</p>
      <p className={css.soft}>
        {t('read', { at: format.dateTime(job.startedAt), name: `\u2068${pick(job.by.name)}\u2069` })}
      </p>
      <dl className={css.counts}>
        {numbers.map(([key, count]) => (
          <div key={key}>
            <dt>{t(`count.${key}`)}</dt>
            <dd>{format.count(count)}</dd>
          </div>
        ))}
      </dl>
      {job.unknownHeads.length > 0 && <p>{t('unknownHeads', { heads: listed(job.unknownHeads) })}</p>}
      {job.unusedHeads.length > 0 && <p className={css.soft}>{t('unusedHeads', { heads: listed(job.unusedHeads) })}</p>}
      <p className={css.soft}>{t(`dayOrder.${job.dayOrder}`)}</p>
      {job.asksIdentity > 0 && <p>{t('asksIdentity', { count: job.asksIdentity })}</p>}
      {state !== 'judged' && (
        <>
          <JobProgress label={t('progress')} done={brought} total={counts.new} />
          <p>{t('done', { brought: format.count(brought), total: format.count(counts.new) })}</p>
        </>
      )}
      <Actions job={job} onChanged={onChanged} />
      <RowList key={job.id} job={job} />
    </section>
  )
}

function Actions({ job: { id, state, counts, brought }, onChanged }: JobProps) {
  const { t, i18n } = useTranslation('admissions.import')
  const errorText = useErrorText()
  const { mutate, isPending, error } = useMutation(bringIn, { onSettled: onChanged })
  return (
    <>
      <div className={css.actions}>
        {(state === 'judged' || state === 'stopped') && counts.new > 0 && (
          <Button kind="main" isWorking={isPending} onClick={() => void mutate(id, true)}>
            {t(state === 'judged' ? 'bring' : 'resume')}
          </Button>
        )}
        {state === 'running' && (
          <Button isWorking={isPending} onClick={() => void mutate(id, false)}>
            {t('stop')}
          </Button>
        )}
        {counts.refused > 0 && (
          <SaveButton
            className={css.save}
            problemClass={common.bad}
            working={t('working')}
            onSave={() => saveRefused(id, i18n.language === 'ar' ? 'ar' : 'en')}
          >
            {t('saveRefused')}
          </SaveButton>
        )}
        {brought > 0 && <Link to="/dashboard">{t('toList')}</Link>}
      </div>
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
    </>
  )
}
