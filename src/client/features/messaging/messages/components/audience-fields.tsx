import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { useStatusLabel } from '#client/i18n/use-status-label.ts'
import { sessionAtom } from '#client/platform/session/session.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { Button } from '#client/ui/button.tsx'
import { SelectField } from '#client/ui/fields/select-field.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import { localeOf } from '#shared/kernel/text/format-day.rules.ts'
import { studentStatuses } from '#shared/students/student-status.rules.ts'
import type { BulkMessages } from '../hooks/use-bulk-messages.ts'
import { readKnown } from '../message.api.ts'
import css from './message-texts.module.css'

/** Whose families: those who were selected on the list of students, or everyone a filter finds. */
export function AudienceFields({ many }: { many: BulkMessages }) {
  const { whom, aim } = many
  const { t } = useTranslation('messaging')
  const { t: words } = useTranslation('students')
  const label = useStatusLabel()
  const { answer: known } = useAnswer(readKnown)
  if (whom.ids.length > 0) {
    return (
      <div className={css.actions}>
        <strong>{t('many.picked', { count: whom.ids.length })}</strong>
        <Button kind="quiet" onClick={() => aim({ ids: [] })}>
          {t('many.byFilter')}
        </Button>
      </div>
    )
  }
  const all = { value: '', text: t('many.all') }
  return (
    <fieldset className={css.whom}>
      <legend>{t('many.whom')}</legend>
      <Choice
        label={t('many.status')}
        value={whom.status}
        options={[
          all,
          ...studentStatuses.map((status) => ({ value: status, text: label(status, words(`status.${status}`)) })),
        ]}
        onChange={(value) => aim({ status: studentStatuses.find((status) => status === value) ?? '' })}
      />
      <Choice
        label={t('many.grade')}
        value={whom.grade}
        options={[all, ...(known?.grade ?? []).map((grade) => ({ value: grade, text: grade }))]}
        onChange={(grade) => aim({ grade })}
      />
      <Choice
        label={t('many.year')}
        value={whom.year}
        options={[all, ...(known?.entryYear ?? []).map((year) => ({ value: `${year}`, text: `${year}` }))]}
        onChange={(year) => aim({ year })}
      />
      <More many={many} known={known} />
    </fieldset>
  )
}

interface MoreProps {
  many: BulkMessages
  known: Awaited<ReturnType<typeof readKnown>> | undefined
}

const sources = ['friend', 'sibling', 'web', 'social', 'event', 'other', 'import'] as const

/** What else the list of students is narrowed by. */
function More({ many: { whom, aim }, known }: MoreProps) {
  const { t } = useTranslation('messaging')
  const { t: words, i18n } = useTranslation('students')
  const userId = useAtomValue(sessionAtom).user?.userId
  const regions = new Intl.DisplayNames(localeOf(i18n.language), { type: 'region' })
  const country = (code: string) => (/^[A-Z]{2}$/.test(code) ? (regions.of(code) ?? code) : code)
  const source = (code: string) => {
    const named = sources.find((each) => each === code)
    return named ? words(`source.${named}`) : code
  }
  const options = (values: readonly string[] = [], name: (code: string) => string) => [
    { value: '', text: t('many.all') },
    ...values.map((value) => ({ value, text: name(value) })),
  ]
  const owners = [
    { value: '', text: t('many.all') },
    ...(userId ? [{ value: userId, text: words('filter.mine') }] : []),
    { value: 'none', text: words('filter.nobody') },
  ]
  return (
    <>
      <Choice
        label={words('filter.nationality')}
        value={whom.nationality}
        options={options(known?.nationality, country)}
        onChange={(nationality) => aim({ nationality })}
      />
      <Choice
        label={words('filter.source')}
        value={whom.source}
        options={options(known?.source, source)}
        onChange={(value) => aim({ source: value })}
      />
      <Choice label={words('filter.owner')} value={whom.owner} options={owners} onChange={(owner) => aim({ owner })} />
      <TextField
        label={words('filter.text')}
        type="search"
        maxLength={100}
        value={whom.text}
        onChange={(typed) => aim({ text: typed })}
      />
    </>
  )
}

interface ChoiceProps {
  label: string
  value: string
  options: readonly { value: string; text: string }[]
  onChange: (value: string) => void
}

const Choice = ({ label, value, options, onChange }: ChoiceProps) => (
  <SelectField label={label} value={value} onChange={onChange}>
    {options.map((option) => (
      <option key={option.value} value={option.value}>
        {option.text}
      </option>
    ))}
  </SelectField>
)
