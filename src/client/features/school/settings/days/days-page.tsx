import { useTranslation } from 'react-i18next'
import { useWeekdayNames } from '#client/i18n/weekday-names.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { CheckboxField } from '#client/ui/fields/checkbox-field.tsx'
import { DateField } from '#client/ui/fields/text-field.tsx'
import { maxHolidays } from '#shared/school/school-days.rules.ts'
import type { SettingsValues } from '#shared/school/settings/school-settings.contract.ts'
import css from '../settings.module.css'
import { BothFields, useFieldState } from '../settings-field.tsx'
import { SettingsFormFrame } from '../settings-form.tsx'
import { type OpenedGroup, useSettingsForm } from '../use-settings-form.ts'

type Draft = SettingsValues<'days'>
type Holiday = Draft['holidays'][number]
const asIs = (values: Draft) => values

/** The weekend and the holidays: which days are school days. */
export function DaysPage({ opened }: { opened: OpenedGroup<'days'> }) {
  const form = useSettingsForm({ group: 'days', opened, draftOf: asIs, valuesOf: asIs })
  const { draft, change, wrong } = form
  return (
    <SettingsFormFrame form={form} onReopen={opened.onReopen}>
      <Weekend days={draft.weekend} onChange={(weekend) => change({ weekend })} />
      <Holidays holidays={draft.holidays} wrong={wrong} onChange={(holidays) => change({ holidays })} />
    </SettingsFormFrame>
  )
}

interface WeekendProps {
  days: readonly number[]
  onChange: (days: number[]) => void
}

function Weekend({ days, onChange }: WeekendProps) {
  const { t } = useTranslation('school.settings')
  const names = useWeekdayNames('long')
  return (
    <fieldset className={css.group}>
      <legend>{t('days.weekend')}</legend>
      <p className={css.hint}>{t('days.weekendHint')}</p>
      <div className={common.choices}>
        {names.map((name, day) => (
          <CheckboxField
            key={name}
            label={name}
            checked={days.includes(day)}
            // One day of school must remain: deadlines count them.
            disabled={days.length >= 6 && !days.includes(day)}
            onChange={(isChecked) =>
              onChange(names.map((_, each) => each).filter((each) => (each === day ? isChecked : days.includes(each))))
            }
          />
        ))}
      </div>
    </fieldset>
  )
}

interface HolidaysProps {
  holidays: readonly Holiday[]
  wrong: readonly string[]
  onChange: (holidays: Holiday[]) => void
}

function Holidays({ holidays, wrong, onChange }: HolidaysProps) {
  const { t } = useTranslation('school.settings')
  return (
    <fieldset className={css.group}>
      <legend>{t('days.holidays')}</legend>
      <p className={css.hint}>{t('days.holidaysHint')}</p>
      {holidays.map((holiday, no) => (
        <div key={no} className={css.row}>
          <HolidayFields no={no} holiday={holiday} wrong={wrong} onChange={(to) => onChange(holidays.with(no, to))} />
          <Button onClick={() => onChange(holidays.filter((_, at) => at !== no))}>
            {t('days.remove', { no: no + 1 })}
          </Button>
        </div>
      ))}
      {holidays.length < maxHolidays && (
        <div>
          <Button onClick={() => onChange([...holidays, { from: '', to: '', name: { en: '', ar: '' } }])}>
            {t('days.add')}
          </Button>
        </div>
      )}
    </fieldset>
  )
}

interface HolidayProps {
  no: number
  holiday: Holiday
  wrong: readonly string[]
  onChange: (holiday: Holiday) => void
}

function HolidayFields({ no, holiday, wrong, onChange }: HolidayProps) {
  const { t } = useTranslation('school.settings')
  const { from, to, name } = holiday
  const first = useFieldState({ field: `holidays.${no}.from`, wrong })
  const last = useFieldState({ field: `holidays.${no}.to`, wrong })
  return (
    <>
      <BothFields
        label={t('days.name')}
        field={`holidays.${no}.name`}
        wrong={wrong}
        maxLength={80}
        value={name}
        onChange={(typed) => onChange({ ...holiday, name: typed })}
      />
      <div className={css.pair}>
        <DateField
          {...first}
          label={t('days.from')}
          value={from}
          // A single day is the common case.
          onChange={(day) => onChange({ ...holiday, from: day, ...((to === '' || to === from) && { to: day }) })}
        />
        <DateField
          {...last}
          label={t('days.to')}
          min={from}
          value={to}
          onChange={(day) => onChange({ ...holiday, to: day })}
        />
      </div>
    </>
  )
}
