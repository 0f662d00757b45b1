import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import css from '../components/desk-page.module.css'
import type { SettingsPart } from './settings-merge.ts'
import { faceModes } from './settings-values.ts'

interface SettingsConflictProps {
  parts: readonly SettingsPart[]
  onTheirs: () => void
  onMine: () => void
}

/** Somebody else has changed the same meanwhile: a person says whose word counts. Nothing happens unasked. */
export function SettingsConflict({ parts, onTheirs, onMine }: SettingsConflictProps) {
  const { t } = useTranslation('faces.administration')
  const names = {
    capMinor: t('settings.cap.name'),
    galleryHours: t('settings.galleryHours.name'),
    fallbackDays: t('settings.fallbackDays.name'),
    acceptedWording: t('settings.acceptedWording.name'),
    weekend: t('settings.weekend.name'),
    chooseByName: t('settings.chooseByName.name'),
    keepsPictures: t('settings.keepsPictures.name'),
  }
  const nameOf = (part: SettingsPart): string => {
    const mode = faceModes.find((each) => part === `bands.${each}`)
    return mode ? t(`mode.${mode}.name`) : names[part as keyof typeof names]
  }
  return (
    <div role="alert" className={css.card} data-tone="warn">
      <h3>{t('settings.clash.title')}</h3>
      <p>{t('settings.clash.text')}</p>
      <ul>
        {parts.map((part) => (
          <li key={part}>{nameOf(part)}</li>
        ))}
      </ul>
      <div className={css.deeds}>
        <Button onClick={onTheirs}>{t('settings.clash.theirs')}</Button>
        <Button onClick={onMine}>{t('settings.clash.mine')}</Button>
      </div>
    </div>
  )
}
