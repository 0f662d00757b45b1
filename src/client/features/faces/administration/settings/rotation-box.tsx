import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import { Button } from '#client/ui/button.tsx'
import field from '#client/ui/fields/plain-field.module.css'
import { type FaceSettings, RotationReason } from '#shared/faces/face-settings.contract.ts'
import { ConfirmSheet } from '../components/confirm-sheet.tsx'
import css from '../components/desk-page.module.css'
import { changeRotation } from '../face-desk.api.ts'

interface RotationBoxProps {
  settings: FaceSettings
  onChange: () => void
}

/** The secret by which all faces are turned, and another one in its place. */
export function RotationBox({ settings, onChange }: RotationBoxProps) {
  const { t } = useTranslation('faces.administration')
  const format = useFormat()
  const [isAsking, setIsAsking] = useState(false)
  const [isDone, setIsDone] = useState(false)
  const [why, setWhy] = useState<RotationReason>('device-lost')
  const { key, people, rotationEpoch, galleryHours } = settings
  return (
    <section className={`${css.card} ${css.apart}`} aria-label={t('rotation.title')}>
      <h2>{t('rotation.title')}</h2>
      <p>{t('rotation.text')}</p>
      <p className={css.soft} role="status">
        {isDone ? t('rotation.done') : t('rotation.changed', { count: rotationEpoch - 1 })}
      </p>
      {key === 'ready' && (
        <div className={css.deeds}>
          <Button onClick={() => setIsAsking(true)}>{t('rotation.do')}</Button>
        </div>
      )}
      {isAsking && (
        <ConfirmSheet
          title={t('rotation.ask')}
          deedName={t('rotation.confirm')}
          deed={() => changeRotation(why)}
          onClose={() => setIsAsking(false)}
          onDone={() => {
            setIsAsking(false)
            setIsDone(true)
            onChange()
          }}
        >
          <div className={css.cards}>
            <p>{t('rotation.happens', { count: people })}</p>
            <p>{t('rotation.devices', { hours: format.count(galleryHours) })}</p>
            <label className={field.label}>
              {t('rotation.whyName')}
              <select
                className={field.input}
                value={why}
                onChange={(event) => setWhy(RotationReason.parse(event.currentTarget.value))}
              >
                {RotationReason.options.map((each) => (
                  <option key={each} value={each}>
                    {t(`rotation.why.${each}`)}
                  </option>
                ))}
              </select>
            </label>
          </div>
        </ConfirmSheet>
      )}
    </section>
  )
}
