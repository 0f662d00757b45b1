import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { Button } from '#client/ui/button.tsx'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import type { Customer } from '#shared/pos/customer.contract.ts'
import type { SamplesFault } from '#shared/recognition/face-enrolment.rules.ts'
import css from '../registration.module.css'

interface BeforeCaptureProps {
  pupil: Customer
  /** Whether somebody who may has agreed to it, and it still holds. */
  hasConsent: boolean
  /** What was wrong with the pictures just taken. */
  fault: SamplesFault | undefined
  onOpen: () => void
  onOther: () => void
}

/** Consent first; then what will happen, and only then a camera. */
export function BeforeCapture({ pupil, hasConsent, fault, onOpen, onOther }: BeforeCaptureProps) {
  const { t } = useTranslation('faces')
  const pick = useBilingual()
  const name = `⁨${pick(pupil.name)}⁩`
  const other = (
    <Button kind="quiet" onClick={onOther}>
      {t('register.before.other')}
    </Button>
  )
  if (!hasConsent)
    return (
      <section className={css.box}>
        <h1 className={css.title} data-personal>
          {t('register.noConsent.title', { name })}
        </h1>
        <p role="alert">{t('register.noConsent.text')}</p>
        {other}
      </section>
    )
  return (
    <section className={css.box}>
      <h1 className={css.title} data-personal>
        {t('register.before.title', { name, className: `⁨${pupil.className}⁩` })}
      </h1>
      <p>{t('register.before.text')}</p>
      {fault && <InlineNotice tone="problem">{t(`register.fault.${fault}`)}</InlineNotice>}
      <Button kind="main" size="large" onClick={onOpen}>
        {t(fault ? 'register.again' : 'register.before.open')}
      </Button>
      {other}
    </section>
  )
}
