// chunk: form-parts
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LegalDialog, type LegalText } from '#client/platform/page/legal-dialog.tsx'
import { Button } from '#client/ui/button.tsx'

/** Opens the school's text that a statement asks for: nobody agrees to what they cannot read there. */
export function LegalHint({ text }: { text: LegalText }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button kind="quiet" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t(`legal.${text}`)}
      </Button>
      <LegalDialog text={text} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
