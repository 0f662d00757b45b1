import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import css from '../registration.module.css'

interface PreviewProps {
  name: string
  stills: readonly Blob[]
  /** The school keeps the first of them, made small. */
  isKept?: boolean
  hasFailed: boolean
  isSaving: boolean
  onSave: () => void
  onAgain: () => void
}

/** The pictures, once, before they are numbers only. */
export function Preview({ name, stills, isKept = false, hasFailed, isSaving, onSave, onAgain }: PreviewProps) {
  const { t } = useTranslation('faces')
  return (
    <section className={css.box}>
      <h1 className={css.title} data-personal>
        {t('register.preview.title', { name: `⁨${name}⁩` })}
      </h1>
      <p className={css.soft}>{t(isKept ? 'register.preview.kept' : 'register.preview.text')}</p>
      <ul className={css.pictures}>
        {stills.map((still, index) => (
          <li key={still.size + index}>
            <Picture still={still} alt={t('register.preview.picture', { n: index + 1 })} />
          </li>
        ))}
      </ul>
      <InlineNotice tone="problem">{hasFailed ? t('register.failed') : ''}</InlineNotice>
      <Button kind="main" size="large" isWorking={isSaving} onClick={onSave}>
        {t('register.preview.save')}
      </Button>
      <Button onClick={onAgain}>{t('register.again')}</Button>
    </section>
  )
}

/** A picture in memory; its address is given back when it is not shown any more. */
function Picture({ still, alt }: { still: Blob; alt: string }) {
  const image = useRef<HTMLImageElement>(null)
  useEffect(() => {
    const address = URL.createObjectURL(still)
    if (image.current) image.current.src = address
    return () => URL.revokeObjectURL(address)
  }, [still])
  return <img ref={image} alt={alt} />
}
