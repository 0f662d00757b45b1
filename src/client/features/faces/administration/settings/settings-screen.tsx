import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { ChoiceField } from '#client/ui/fields/select-field.tsx'
import link from '#client/ui/link.module.css'
import { type FaceSettings, RotationReason } from '#shared/faces/face-settings.contract.ts'
import { ConfirmSheet } from '../components/confirm-sheet.tsx'
import css from '../components/desk-page.module.css'
import { DeskPage } from '../components/desk-page.tsx'
import { changeRotation, readSettings, switchOn } from '../face-desk.api.ts'
import { SettingsForm } from './settings-form.tsx'

interface SwitchBoxProps {
  settings: FaceSettings
  onChange: () => void
}

/** On or off, what stands in the way, and what it means. */
function SwitchBox({ settings, onChange }: SwitchBoxProps) {
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
          <Link to="/faces/assessment" className={link.link}>
            {t('switch.assess')}
          </Link>
        </p>
      )}
      {mayTurn && (
        <div className={css.actions}>
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

interface RotationBoxProps {
  settings: FaceSettings
  onChange: () => void
}

/** The secret by which all faces are turned, and another one in its place. */
function RotationBox({ settings, onChange }: RotationBoxProps) {
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
        <div className={css.actions}>
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

/** Whether the school uses faces at all, and how. */
export function SettingsScreen() {
  const { t } = useTranslation('faces.administration')
  const errorText = useErrorText()
  const { answer, failure, again } = useAnswer(readSettings)
  return (
    <DeskPage
      place="settings"
      failure={failure && { text: errorText(failure), retry: t('retry'), onRetry: again }}
      loading={answer || failure ? undefined : t('loading')}
    >
      {answer && (
        <>
          <SwitchBox settings={answer} onChange={again} />
          <SettingsForm settings={answer} onSaved={again} />
          <RotationBox settings={answer} onChange={again} />
        </>
      )}
    </DeskPage>
  )
}
