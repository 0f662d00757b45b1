import { Button, Modal } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { schoolAtom } from '#client/platform/school.atoms.ts'
import css from './legal-dialog.module.css'

export type LegalText = 'terms' | 'privacy'

const dialogWidth = 1000
const closeMs = 150

/** Paragraphs are parted by an empty line; one that starts with `# ` is a heading. */
function Paragraphs({ text }: { text: string }) {
  return text
    .split(/\n\s*\n/)
    .map((part) => (part.startsWith('# ') ? <h3 key={part}>{part.slice(2)}</h3> : <p key={part}>{part}</p>))
}

/** The school's own text, or the product's where the school has none. */
export function LegalDialog({ text, isOpen, onClose }: { text: LegalText; isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation(['legal', 'common'])
  const pick = useBilingual()
  const school = useAtomValue(schoolAtom)
  const own = school ? pick(school[text]) : ''
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      size={dialogWidth}
      title={t(`common:legal.${text}`)}
      centered
      closeButtonProps={{ 'aria-label': t('common:close') }}
      transitionProps={{ transition: 'fade', duration: closeMs }}
      classNames={{ content: css.content, body: css.body, title: css.title }}
    >
      {/* A scrolled box must be reachable without a mouse. */}
      <section className={css.text} tabIndex={0} aria-label={t(`common:legal.${text}`)}>
        <Paragraphs text={own || t(text)} />
      </section>
      <div className={css.actions}>
        <Button onClick={onClose}>{t('common:close')}</Button>
      </div>
    </Modal>
  )
}
