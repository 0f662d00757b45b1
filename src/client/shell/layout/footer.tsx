// chunk: frame
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LegalText } from '#client/platform/page/legal-dialog.tsx'
import { machineClock } from '#local/kernel/machine.ts'
import css from './footer.module.css'

const LegalDialog = lazy(async () => ({
  default: (await import('#client/platform/page/legal-dialog.tsx')).LegalDialog,
}))

const year = () => new Date(machineClock.nowMs()).getFullYear()

/** Copyright and the two legal texts, each in a dialog. The dialogs come when somebody first asks for one. */
export function Footer() {
  const { t } = useTranslation()
  const [text, setText] = useState<LegalText>('terms')
  const [isOpen, setIsOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const open = (wanted: LegalText) => {
    setText(wanted)
    setIsOpen(true)
    setWasOpened(true)
  }
  return (
    <footer className={css.footer}>
      <span>
        © <bdi className="num">{year()}</bdi> {t('product')}
      </span>
      <span className={css.links}>
        <button type="button" className={css.link} onClick={() => open('terms')}>
          {t('legal.terms')}
        </button>
        <button type="button" className={css.link} onClick={() => open('privacy')}>
          {t('legal.privacy')}
        </button>
      </span>
      {wasOpened && (
        <Suspense fallback={null}>
          <LegalDialog text={text} isOpen={isOpen} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </footer>
  )
}
