import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import { Button } from '#client/ui/button.tsx'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import type { SamplesFault } from '#shared/recognition/face-enrolment.rules.ts'
import css from '../registration.module.css'

interface GuardianBeforeProps {
  subject: string
  registeredAt: string | null
  /** What was wrong with the pictures just taken. */
  fault: SamplesFault | undefined
  onOpen: () => void
  onDecisions: () => void
}

/** What will happen, and only then a camera. */
export function GuardianBefore({ subject, registeredAt, fault, onOpen, onDecisions }: GuardianBeforeProps) {
  const { t } = useTranslation('faces')
  const format = useFormat()
  return (
    <section className={css.box}>
      <h1 className={css.title} data-personal>
        {t('guardian.before.title', { name: `⁨${subject}⁩` })}
      </h1>
      {registeredAt !== null && <p>{t('guardian.before.since', { day: format.day(registeredAt) })}</p>}
      <p>{t('guardian.before.text')}</p>
      <p>{t('guardian.before.sealed')}</p>
      {fault && <InlineNotice tone="problem">{t(`register.fault.${fault}`)}</InlineNotice>}
      <Button kind="main" size="large" onClick={onOpen}>
        {t(fault ? 'register.again' : 'register.before.open')}
      </Button>
      <Button onClick={onDecisions}>{t('guardian.later')}</Button>
      <p className={css.soft}>{t('guardian.before.data')}</p>
      {fault && <Elsewhere />}
    </section>
  )
}

/** What families can do who get no further here. */
export function Elsewhere() {
  const { t } = useTranslation('faces')
  return <p>{t('guardian.elsewhere')}</p>
}
