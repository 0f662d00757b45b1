import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import { CheckboxField } from '#client/ui/fields/checkbox-field.tsx'
import css from '../second-factor.module.css'

interface RecoveryCodeListProps {
  codes: readonly string[]
  onDone: () => void
}

/** Recovery codes, shown once; the person says that they are kept before the page goes on. */
export function RecoveryCodeList({ codes, onDone }: RecoveryCodeListProps) {
  const { t } = useTranslation('identity.second-factor')
  const [isKept, setIsKept] = useState(false)
  const [isCopied, setIsCopied] = useState(false)
  const copy = () =>
    void navigator.clipboard?.writeText(codes.join('\n')).then(
      () => setIsCopied(true),
      () => setIsCopied(false),
    )
  return (
    <section className={css.form} aria-labelledby="recovery-title">
      <h2 id="recovery-title" className={css.title}>
        {t('recovery.title')}
      </h2>
      <p>{t('recovery.why')}</p>
      <ul className={css.codes} aria-label={t('recovery.title')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={css.acts}>
        <Button onClick={copy}>{t('recovery.copy')}</Button>
        <Button onClick={() => window.print()}>{t('recovery.print')}</Button>
      </div>
      <p role="status">{isCopied && t('recovery.copied')}</p>
      <CheckboxField label={t('recovery.kept')} checked={isKept} onChange={setIsKept} />
      <Button kind="main" disabled={!isKept} onClick={onDone}>
        {t('recovery.done')}
      </Button>
    </section>
  )
}
