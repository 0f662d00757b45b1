import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import common from '#client/ui/common.module.css'
import { CheckboxField } from '#client/ui/fields/checkbox-field.tsx'
import { NumberField } from '#client/ui/fields/text-field.tsx'
import { localeOf } from '#shared/kernel/text/format-day.rules.ts'
import css from '../components/desk-page.module.css'
import type { SettingsWork } from './use-settings-work.ts'

const numbers = ['cap', 'galleryHours', 'fallbackDays', 'acceptedWording'] as const

/** The rules that need no measuring: how much, how long, which days, by name or not. */
export function PlainSettings({ work: { draft, outcome, change } }: { work: SettingsWork }) {
  const { t } = useTranslation('faces.administration')
  const format = useFormat()
  const wrong = outcome.wrong ?? []
  return (
    <>
      <div className={css.numbers}>
        {numbers.map((name) => (
          <NumberField
            key={name}
            id={name}
            label={name === 'cap' ? `${t('settings.cap.name')} (${format.currencyName()})` : t(`settings.${name}.name`)}
            hint={t(`settings.${name}.help`)}
            value={draft[name]}
            aria-invalid={wrong.includes(name)}
            inputMode={name === 'cap' ? 'decimal' : 'numeric'}
            onChange={(text) => change({ [name]: text })}
          />
        ))}
      </div>
      <Weekend days={draft.weekend} onChange={(weekend) => change({ weekend })} />
      <CheckboxField
        label={
          <>
            {t('settings.chooseByName.name')}: {t('settings.chooseByName.help')}
          </>
        }
        checked={draft.chooseByName}
        onChange={(isChecked) => change({ chooseByName: isChecked })}
      />
      <CheckboxField
        label={
          <>
            {t('settings.keepsPictures.name')}: {t('settings.keepsPictures.help')}
          </>
        }
        checked={draft.keepsPictures}
        onChange={(isChecked) => change({ keepsPictures: isChecked })}
      />
    </>
  )
}

/** A Sunday, from which the names of the days are counted. */
const sundayMs = Date.UTC(2030, 0, 6)
const dayMs = 86_400_000

function Weekend({ days, onChange }: { days: readonly number[]; onChange: (days: number[]) => void }) {
  const { t, i18n } = useTranslation('faces.administration')
  const name = new Intl.DateTimeFormat(localeOf(i18n.language), { weekday: 'long', timeZone: 'UTC' })
  return (
    <fieldset className={css.group}>
      <legend>{t('settings.weekend.name')}</legend>
      <div className={common.choices}>
        {[0, 1, 2, 3, 4, 5, 6].map((day) => (
          <CheckboxField
            key={day}
            label={name.format(sundayMs + day * dayMs)}
            checked={days.includes(day)}
            // A week without a day of school would never run out.
            disabled={days.length >= 6 && !days.includes(day)}
            onChange={(isChecked) => onChange(isChecked ? [...days, day] : days.filter((each) => each !== day))}
          />
        ))}
      </div>
    </fieldset>
  )
}
