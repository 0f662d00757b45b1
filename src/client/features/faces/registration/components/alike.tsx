import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { Button } from '#client/ui/button.tsx'
import type { Customer } from '#shared/pos/customer.contract.ts'
import css from '../registration.module.css'

interface LookalikeWarningProps {
  pupil: Customer
  other: Customer
  onRegister: () => void
  onStop: () => void
}

/** Somebody else looks like this: staff, who see both names, say whether these are two people. */
export function LookalikeWarning({ pupil, other, onRegister, onStop }: LookalikeWarningProps) {
  const { t } = useTranslation('faces')
  const pick = useBilingual()
  const names = { name: `⁨${pick(pupil.name)}⁩`, other: `⁨${pick(other.name)}⁩` }
  return (
    <section className={css.box}>
      <h1 className={css.title} data-personal>
        {t('register.alike.title', names)}
      </h1>
      <p role="alert">{t('register.alike.text', names)}</p>
      <Button kind="main" size="large" onClick={onStop}>
        {t('register.alike.stop')}
      </Button>
      <Button size="large" onClick={onRegister}>
        {t('register.alike.two')}
      </Button>
    </section>
  )
}
