import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { ChoiceField } from '#client/ui/fields/select-field.tsx'
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
      <p className={common.soft} role="status">
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
          <div className={common.list}>
            <p>{t('rotation.happens', { count: people })}</p>
            <p>{t('rotation.devices', { hours: format.count(galleryHours) })}</p>
            <ChoiceField
              label={t('rotation.whyName')}
              values={RotationReason.options}
              nameOf={(each) => t(`rotation.why.${each}`)}
              value={why}
              onChange={setWhy}
            />
          </div>
        </ConfirmSheet>
      )}
    </section>
  )
}
