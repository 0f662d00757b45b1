import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import { CheckboxField } from '#client/ui/fields/checkbox-field.tsx'
import { NumberField } from '#client/ui/fields/text-field.tsx'
import css from '../components/desk-page.module.css'
import type { SettingsWork } from './use-settings-work.ts'

const numbers = ['cap', 'galleryHours', 'fallbackDays', 'acceptedWording'] as const

/** The rules that need no measuring: how much, how long, by name or not. */
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
