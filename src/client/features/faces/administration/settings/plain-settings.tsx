import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import { localeOf } from '#shared/kernel/text/written-day.rules.ts'
import css from '../components/desk-page.module.css'
import { NumberField } from './number-field.tsx'
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
            name={name === 'cap' ? `${t('settings.cap.name')} (${format.currencyName()})` : t(`settings.${name}.name`)}
            help={t(`settings.${name}.help`)}
            value={draft[name]}
            isWrong={wrong.includes(name)}
            isDecimal={name === 'cap'}
            onChange={(text) => change({ [name]: text })}
          />
        ))}
      </div>
      <Weekend days={draft.weekend} onChange={(weekend) => change({ weekend })} />
      <label className={css.tick}>
        <input
          type="checkbox"
          checked={draft.chooseByName}
          onChange={(event) => change({ chooseByName: event.currentTarget.checked })}
        />
        {t('settings.chooseByName.name')}: {t('settings.chooseByName.help')}
      </label>
      <label className={css.tick}>
        <input
          type="checkbox"
          checked={draft.keepsPictures}
          onChange={(event) => change({ keepsPictures: event.currentTarget.checked })}
        />
        {t('settings.keepsPictures.name')}: {t('settings.keepsPictures.help')}
      </label>
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
      <div className={css.days}>
        {[0, 1, 2, 3, 4, 5, 6].map((day) => (
          <label key={day} className={css.tick}>
            <input
              type="checkbox"
              checked={days.includes(day)}
              // A week without a day of school would never run out.
              disabled={days.length >= 6 && !days.includes(day)}
              onChange={(event) =>
                onChange(event.currentTarget.checked ? [...days, day] : days.filter((each) => each !== day))
              }
            />
            <span>{name.format(sundayMs + day * dayMs)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
