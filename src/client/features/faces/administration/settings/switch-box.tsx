import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import type { FaceSettings } from '#shared/faces/face-settings.contract.ts'
import { ConfirmSheet } from '../components/confirm-sheet.tsx'
import css from '../components/desk-page.module.css'
import { switchOn } from '../face-desk.api.ts'

interface SwitchBoxProps {
  settings: FaceSettings
  onChange: () => void
}

/** On or off, what stands in the way, and what it means. */
export function SwitchBox({ settings, onChange }: SwitchBoxProps) {
  const { t } = useTranslation('faces.administration')
  const format = useFormat()
  const [isAsking, setIsAsking] = useState(false)
  const { on, key, assessment, people, agreed, galleryHours } = settings
  const way = on ? 'off' : 'on'
  const mayTurn = on || (key === 'ready' && assessment !== null)
  return (
    <section
      className={css.card}
      data-tone={key === 'ready' ? (on ? 'good' : undefined) : 'bad'}
      aria-label={t('switch.title')}
    >
      <h2>{t(on ? 'switch.isOn' : 'switch.isOff')}</h2>
      <p className={common.soft}>
        {t('switch.people', { people: format.count(people), agreed: format.count(agreed) })}
      </p>
      {key !== 'ready' && <p role="alert">{t(`switch.key.${key}`)}</p>}
      {assessment ? (
        <p>{t('switch.assessed', { at: format.day(assessment.recordedAt) })}</p>
      ) : (
        <p>
          {t('switch.notAssessed')}{' '}
          <Link to="/faces/assessment" className={css.link}>
            {t('switch.assess')}
          </Link>
        </p>
      )}
      {mayTurn && (
        <div className={css.deeds}>
          <Button kind={on ? 'bad' : 'main'} onClick={() => setIsAsking(true)}>
            {t(`switch.${way}.do`)}
          </Button>
        </div>
      )}
      {isAsking && (
        <ConfirmSheet
          title={t(`switch.${way}.title`)}
          deedName={t(`switch.${way}.do`)}
          isBad={on}
          deed={() => switchOn(!on)}
          onClose={() => setIsAsking(false)}
          onDone={() => {
            setIsAsking(false)
            onChange()
          }}
        >
          <p>{t(`switch.${way}.text`, { hours: format.count(galleryHours) })}</p>
        </ConfirmSheet>
      )}
    </section>
  )
}
