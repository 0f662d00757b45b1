import { useTranslation } from 'react-i18next'
import css from '../screens/verify-screen.module.css'

/** The PDF itself, chosen or dropped on the field; it stays on this device. */
export function FileField({ onFile }: { onFile: (file: File | undefined) => void }) {
  const { t } = useTranslation('issued-letters')
  return (
    <label className={css.field}>
      <span className={css.name}>{t('verify.file')}</span>
      <span className={css.soft}>{t('verify.fileHint')}</span>
      <input
        type="file"
        accept="application/pdf,.pdf"
        className={css.file}
        onChange={(event) => onFile(event.currentTarget.files?.[0])}
      />
    </label>
  )
}
