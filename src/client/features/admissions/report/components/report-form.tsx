import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { CheckboxField } from '#client/ui/fields/checkbox-field.tsx'
import { TextAreaField, TextField } from '#client/ui/fields/text-field.tsx'
import { reportParts } from '#shared/admissions/student-report.contract.ts'
import { reportFields, useReport } from '../hooks/use-report.ts'
import css from './report-form.module.css'

const languages = ['en', 'ar'] as const
const maxLength = { title: 120, period: 120, comment: 2000 }

/** The report of a student as a letter of the school: what staff write in it, and what it tells of what is known. */
export function ReportForm({ studentId }: { studentId: string }) {
  const { t } = useTranslation('students.file')
  const errorText = useErrorText()
  const report = useReport(studentId)
  const { isMissing, isPending, isDone, error } = report
  return (
    <details className={css.report}>
      <summary>{t('asLetter.open')}</summary>
      <form
        className={css.form}
        aria-label={t('asLetter.open')}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          report.issue()
        }}
      >
        <p className={common.soft}>{t('asLetter.lead')}</p>
        <p className={common.soft}>{t('asLetter.hint')}</p>
        {reportFields.map((field) => (
          <Both key={field} field={field} report={report} />
        ))}
        <Parts report={report} />
        <div>
          <Button type="submit" kind="main" isWorking={isPending}>
            {t('asLetter.issue')}
          </Button>
        </div>
        <p role="status">{isPending ? t('asLetter.working') : isDone ? t('asLetter.done') : ''}</p>
        {(isMissing || error) && (
          <InlineNotice tone="problem">{isMissing ? t('asLetter.missing') : error && errorText(error)}</InlineNotice>
        )}
      </form>
    </details>
  )
}

type Report = ReturnType<typeof useReport>

/** The same in both languages, beside each other. */
function Both({
  field,
  report: { words, write, ...report },
}: {
  field: (typeof reportFields)[number]
  report: Report
}) {
  const { t } = useTranslation('students.file')
  const isMissing = report.isMissing && field !== 'comment' && words[field].en + words[field].ar === ''
  return (
    <fieldset className={css.both}>
      <legend>{t(`asLetter.${field}`)}</legend>
      <div className={css.fields}>
        {languages.map((lng) => {
          const shared = {
            label: t(`asLetter.${lng}`),
            value: words[field][lng],
            maxLength: maxLength[field],
            lang: lng,
            'aria-invalid': isMissing || undefined,
            onChange: (typed: string) => write(field, lng, typed),
          }
          return field === 'comment' ? (
            <TextAreaField key={lng} {...shared} rows={4} />
          ) : (
            <TextField key={lng} {...shared} />
          )
        })}
      </div>
    </fieldset>
  )
}

function Parts({ report: { parts, choose } }: { report: Report }) {
  const { t } = useTranslation('students.file')
  return (
    <fieldset className={css.both}>
      <legend>{t('asLetter.parts')}</legend>
      {reportParts.map((part) => (
        <CheckboxField
          key={part}
          label={t(`asLetter.part.${part}`)}
          checked={parts.includes(part)}
          onChange={(isChecked) => choose(part, isChecked)}
        />
      ))}
    </fieldset>
  )
}
