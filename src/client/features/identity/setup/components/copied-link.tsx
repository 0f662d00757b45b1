// chunk: links
import { useTranslation } from 'react-i18next'
import { TextField } from '#client/ui/fields/text-field.tsx'
import { useCopy } from '#client/ui/fields/use-copy.ts'
import css from './setup.module.css'

/** Shown once. Load the words of `identity.setup` before. */
export function CopiedLink({ link, label }: { link: string; label?: string }) {
  const { t } = useTranslation('identity.setup')
  const { input, outcome, copy } = useCopy(link)
  return (
    <div className={css.form}>
      <TextField
        ref={input}
        label={label ?? t('created.link')}
        dir="ltr"
        readOnly
        value={link}
        onChange={() => undefined}
      />
      <button type="button" className={css.plain} onClick={copy}>
        {t('created.copy')}
      </button>
      <p className={css.soft} role="status">
        {outcome ? t(`created.${outcome}`) : ''}
      </p>
    </div>
  )
}
