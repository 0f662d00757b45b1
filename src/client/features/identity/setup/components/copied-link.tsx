// chunk: links
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TextField } from '#client/ui/fields/text-field.tsx'
import css from './setup.module.css'

/** Shown once. A page without encryption may not write to the clipboard: there the link is selected, to be copied by hand. */
export function CopiedLink({ link }: { link: string }) {
  const { t } = useTranslation('identity.setup')
  const [outcome, setOutcome] = useState<'copied' | 'selected'>()
  const input = useRef<HTMLInputElement>(null)
  const copy = () => {
    input.current?.select()
    const written = navigator.clipboard?.writeText(link) ?? Promise.reject(new Error('no clipboard'))
    written.then(
      () => setOutcome('copied'),
      () => setOutcome('selected'),
    )
  }
  return (
    <div className={css.form}>
      <TextField ref={input} label={t('created.link')} dir="ltr" readOnly value={link} onChange={() => undefined} />
      <button type="button" className={css.plain} onClick={copy}>
        {t('created.copy')}
      </button>
      <p className={css.soft} role="status">
        {outcome ? t(`created.${outcome}`) : ''}
      </p>
    </div>
  )
}
