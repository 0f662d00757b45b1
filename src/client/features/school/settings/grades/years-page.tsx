import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { DateField } from '#client/ui/fields/text-field.tsx'
import type { SettingsValues } from '#shared/school/settings/school-settings.contract.ts'
import { BothFields, useFieldState } from '../settings-field.tsx'
import { SettingsFormFrame } from '../settings-form.tsx'
import css from '../settings.module.css'
import { type OpenedGroup, useSettingsForm } from '../use-settings-form.ts'

type Draft = SettingsValues<'years'>
type Year = Draft['years'][number]
type Term = Year['terms'][number]
const asIs = (values: Draft) => values

/** The school years, each with its terms. */
export function YearsPage({ opened }: { opened: OpenedGroup<'years'> }) {
  const { t } = useTranslation('school.settings')
  const form = useSettingsForm({ group: 'years', opened, draftOf: asIs, valuesOf: asIs })
  const { draft, change, wrong } = form
  const { years } = draft
  const order = useFieldState({ field: 'years.order', wrong })
  const put = (to: Year[]) => change({ years: to })
  return (
    <SettingsFormFrame form={form} onReopen={opened.onReopen}>
      <div id={order.id} className={css.group}>
        {years.length === 0 && <p className={css.hint}>{t('years.none')}</p>}
        {order.error && <InlineNotice tone="problem">{order.error}</InlineNotice>}
        {years.map((year, no) => (
          <fieldset key={no} className={css.row}>
            <legend>{t('years.year', { years: namedBy(year, no) })}</legend>
            <Dates
              at={`years.${no}`}
              of={year}
              wrong={wrong}
              onChange={(dates) => put(years.with(no, { ...year, ...dates }))}
            />
            <Terms
              at={`years.${no}`}
              terms={year.terms}
              wrong={wrong}
              onChange={(terms) => put(years.with(no, { ...year, terms }))}
            />
            <Button onClick={() => put(years.filter((_, at) => at !== no))}>
              {t('years.remove', { years: namedBy(year, no) })}
            </Button>
          </fieldset>
        ))}
        {years.length < 10 && (
          <div>
            <Button onClick={() => put([...years, { startsOn: '', endsOn: '', terms: [] }])}>{t('years.add')}</Button>
          </div>
        )}
      </div>
    </SettingsFormFrame>
  )
}

/** "2027–28", as school years are named everywhere; the number in the list before there are dates. */
const namedBy = ({ startsOn, endsOn }: Year, no: number): string =>
  startsOn && endsOn ? `\u2066${startsOn.slice(0, 4)}\u2060–\u2060${endsOn.slice(2, 4)}\u2069` : String(no + 1)

interface DatesProps {
  /** Path of the period. */
  at: string
  of: { startsOn: string; endsOn: string }
  wrong: readonly string[]
  onChange: (dates: { startsOn?: string; endsOn?: string }) => void
}

function Dates({ at, of, wrong, onChange }: DatesProps) {
  const { t } = useTranslation('school.settings')
  const starts = useFieldState({ field: `${at}.startsOn`, wrong })
  const ends = useFieldState({ field: `${at}.endsOn`, wrong })
  return (
    <div className={css.pair}>
      <DateField
        {...starts}
        label={t('years.startsOn')}
        value={of.startsOn}
        onChange={(startsOn) => onChange({ startsOn })}
      />
      <DateField {...ends} label={t('years.endsOn')} value={of.endsOn} onChange={(endsOn) => onChange({ endsOn })} />
    </div>
  )
}

interface TermsProps {
  /** Path of the school year. */
  at: string
  terms: readonly Term[]
  wrong: readonly string[]
  onChange: (terms: Term[]) => void
}

function Terms({ at, terms, wrong, onChange }: TermsProps) {
  const { t } = useTranslation('school.settings')
  const order = useFieldState({ field: `${at}.order`, wrong })
  const outside = useFieldState({ field: `${at}.outside`, wrong })
  return (
    <>
      {[order, outside].map(
        ({ id, error }) =>
          error && (
            <div key={id} id={id}>
              <InlineNotice tone="problem">{error}</InlineNotice>
            </div>
          ),
      )}
      {terms.map((term, no) => (
        <div key={no} className={css.row}>
          <BothFields
            label={t('years.term')}
            field={`${at}.terms.${no}.name`}
            wrong={wrong}
            maxLength={60}
            value={term.name}
            onChange={(name) => onChange(terms.with(no, { ...term, name }))}
          />
          <Dates
            at={`${at}.terms.${no}`}
            of={term}
            wrong={wrong}
            onChange={(dates) => onChange(terms.with(no, { ...term, ...dates }))}
          />
          <Button onClick={() => onChange(terms.filter((_, index) => index !== no))}>
            {t('years.removeTerm', { no: no + 1 })}
          </Button>
        </div>
      ))}
      {terms.length < 6 && (
        <Button onClick={() => onChange([...terms, { name: { en: '', ar: '' }, startsOn: '', endsOn: '' }])}>
          {t('years.addTerm')}
        </Button>
      )}
    </>
  )
}
