import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { schoolAtom } from '#client/platform/session/school.atoms.ts'
import { Dialog } from '#client/ui/feedback/dialog.tsx'
import css from './legal-dialog.module.css'

export type LegalText = 'terms' | 'privacy'

/** Paragraphs are parted by an empty line; one that starts with `# ` is a heading. */
function Paragraphs({ text }: { text: string }) {
  return text
    .split(/\n\s*\n/)
    .map((part) => (part.startsWith('# ') ? <h3 key={part}>{part.slice(2)}</h3> : <p key={part}>{part}</p>))
}

/** The school's own text, or the product's where the school has none. */
export function LegalDialog({ text, isOpen, onClose }: { text: LegalText; isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation(['school.legal', 'common'])
  const pick = useBilingual()
  const school = useAtomValue(schoolAtom)
  const own = school ? pick(school[text]) : ''
  return (
    <Dialog
      title={t(`common:legal.${text}`)}
      isOpen={isOpen}
      onClose={onClose}
      width={1000}
      height={550}
      actions={
        <button type="button" className={css.close} onClick={onClose}>
          {t('common:close')}
        </button>
      }
    >
      {/* A box that scrolls must be reachable without a mouse. */}
      <section className={css.text} tabIndex={0} aria-label={t(`common:legal.${text}`)}>
        <Paragraphs text={own || t(text)} />
      </section>
    </Dialog>
  )
}
