// chunk: form-parts
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LegalDialog, type LegalText } from '#client/platform/page/legal-dialog.tsx'
import link from '#client/ui/link.module.css'

/** Opens the school's text that a statement asks for: nobody agrees to what they cannot read there. */
export function LegalHint({ text }: { text: LegalText }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={link.link} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t(`legal.${text}`)}
      </button>
      <LegalDialog text={text} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
