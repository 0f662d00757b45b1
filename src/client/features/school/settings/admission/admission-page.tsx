import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import { RadioChoices } from '#client/ui/fields/choices.tsx'
import { DateField } from '#client/ui/fields/text-field.tsx'
import type { SettingsValues } from '#shared/school/settings/school-settings.contract.ts'
import css from '../settings.module.css'
import { BothFields, useFieldState } from '../settings-field.tsx'
import { SettingsFormFrame } from '../settings-form.tsx'
import { type OpenedGroup, useSettingsForm } from '../use-settings-form.ts'

type Draft = SettingsValues<'admission'>
type Period = Draft['dates'][number]
const asIs = (values: Draft) => values

/** When families may apply, and which page a visitor meets first. */
export function AdmissionPage({ opened }: { opened: OpenedGroup<'admission'> }) {
  const { t } = useTranslation('school.settings')
  const form = useSettingsForm({ group: 'admission', opened, draftOf: asIs, valuesOf: asIs })
  const { draft, change, wrong } = form
  return (
    <SettingsFormFrame form={form} onReopen={opened.onReopen}>
      <Periods dates={draft.dates} wrong={wrong} onChange={(dates) => change({ dates })} />
      <RadioChoices
        title={t('admission.home')}
        name="home"
        values={['P', 'N', 'Y']}
        chosen={draft.homePage}
        word={(home) => t(`admission.homes.${home}`)}
        onChoose={(homePage) => change({ homePage })}
      />
      <RadioChoices
        title={t('admission.landing')}
        name="landing"
        values={['none', 'without_auth', 'login', 'otp', 'signUp']}
        chosen={draft.landing}
        word={(landing) => t(`admission.landings.${landing}`)}
        onChoose={(landing) => change({ landing })}
      />
    </SettingsFormFrame>
  )
}

interface PeriodsProps {
  dates: readonly Period[]
  wrong: readonly string[]
  onChange: (dates: Period[]) => void
}

function Periods({ dates, wrong, onChange }: PeriodsProps) {
  const { t } = useTranslation('school.settings')
  return (
    <fieldset className={css.group}>
      <legend>{t('admission.dates')}</legend>
      <p className={css.hint}>{t('admission.datesHint')}</p>
      {dates.map((period, no) => (
        <div key={no} className={css.row}>
          <PeriodFields no={no} period={period} wrong={wrong} onChange={(to) => onChange(dates.with(no, to))} />
          <Button onClick={() => onChange(dates.filter((_, at) => at !== no))}>
            {t('admission.remove', { no: no + 1 })}
          </Button>
        </div>
      ))}
      {dates.length < 20 && (
        <div>
          <Button onClick={() => onChange([...dates, { startsOn: '', endsOn: '', label: { en: '', ar: '' } }])}>
            {t('admission.add')}
          </Button>
        </div>
      )}
    </fieldset>
  )
}

interface PeriodProps {
  no: number
  period: Period
  wrong: readonly string[]
  onChange: (period: Period) => void
}

function PeriodFields({ no, period, wrong, onChange }: PeriodProps) {
  const { t } = useTranslation('school.settings')
  const starts = useFieldState({ field: `dates.${no}.startsOn`, wrong })
  const ends = useFieldState({ field: `dates.${no}.endsOn`, wrong })
  return (
    <>
      <BothFields
        label={t('admission.label')}
        field={`dates.${no}.label`}
        wrong={wrong}
        maxLength={120}
        value={period.label}
        onChange={(label) => onChange({ ...period, label })}
      />
      <div className={css.pair}>
        <DateField
          {...starts}
          label={t('admission.startsOn')}
          value={period.startsOn}
          onChange={(startsOn) => onChange({ ...period, startsOn })}
        />
        <DateField
          {...ends}
          label={t('admission.endsOn')}
          value={period.endsOn}
          onChange={(endsOn) => onChange({ ...period, endsOn })}
        />
      </div>
    </>
  )
}
