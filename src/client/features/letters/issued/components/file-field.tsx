import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import css from '../verify-screen.module.css'

/** The PDF itself, chosen or dropped on the field; it stays on this device. The input lies over our own words, not the browser's. */
export function FileField({ onFile }: { onFile: (file: File | undefined) => void }) {
  const { t } = useTranslation('letters.issued')
  const [name, setName] = useState<string>()
  return (
    <div className={css.field}>
      <label id="letter-file-label" htmlFor="letter-file" className={css.name}>
        {t('verify.file')}
      </label>
      <span id="letter-file-hint" className={css.soft}>
        {t('verify.fileHint')}
      </span>
      <div className={css.drop}>
        <span id="letter-file-choose" className={css.choose}>
          {t('verify.choose')}
        </span>
        <span id="letter-file-name" className={css.soft}>
          {name === undefined ? t('verify.noFile') : <bdi>{name}</bdi>}
        </span>
        <input
          id="letter-file"
          type="file"
          accept="application/pdf,.pdf"
          aria-labelledby="letter-file-label letter-file-choose"
          aria-describedby="letter-file-hint letter-file-name"
          onChange={(event) => {
            const file = event.currentTarget.files?.[0]
            setName(file?.name)
            onFile(file)
          }}
        />
      </div>
    </div>
  )
}
