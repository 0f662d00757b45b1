import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { SelectField } from '#client/ui/fields/select-field.tsx'
import { Failure, Loading } from '#client/ui/tables/list-frame.tsx'
import { reasonOf } from '#shared/admissions/import/import-reasons.rules.ts'
import { type ImportJob, type ImportRow, importVerdicts } from '#shared/admissions/import/student-import.contract.ts'
import { useRows } from '../hooks/use-rows.ts'
import css from './import.module.css'

/** What becomes of each row, the refused ones first. */
export function RowList({ job }: { job: ImportJob }) {
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
