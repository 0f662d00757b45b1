import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import type { StudentRow } from '#shared/students/student-row.contract.ts'
import type { StudentFile } from '../../student-file/student.api.ts'
import { useDecision } from '../../transitions/hooks/use-decision.ts'
import { AgeNote } from './age-note.tsx'
import { FormsFirst } from './forms-first.tsx'
import css from './offer-section.module.css'
import { OfferVersion } from './offer-version.tsx'
import { PlaceLine } from './place-line.tsx'
import { SavedNote } from './saved-note.tsx'

interface OfferSectionProps {
  file: StudentFile
  /** The file has to be read again: something was done, or somebody else was faster. */
  onStale: () => void
  /** What the student is now. */
  onChanged?: (student: StudentRow) => void
}

/** What a student was offered: every version with its signers, answers and money, and what staff may do about it. */
export function OfferSection({ file, onStale, onChanged }: OfferSectionProps) {
  const { t } = useTranslation('admissions')
  const errorText = useErrorText()
  const decision = useDecision({ onStale, onChanged })
  const { problem, done } = decision
  const [latest, ...before] = file.offers
  return (
    <section aria-labelledby="student-offers" className={css.section}>
      <h3 id="student-offers">{t('offers.title')}</h3>
      <PlaceLine file={file} decision={decision} />
      <AgeNote file={file} decision={decision} />
      {done && <SavedNote>{t('offers.done')}</SavedNote>}
      {problem && <InlineNotice tone="problem">{errorText(problem)}</InlineNotice>}
      <FormsFirst file={file} decision={decision} />
      {!latest && <p className={css.soft}>{t('offers.none')}</p>}
      {latest && <OfferVersion key={latest.id} file={file} offer={latest} decision={decision} />}
      {before.length > 0 && (
        <details className={css.before}>
          <summary>{t('offers.before', { count: before.length })}</summary>
          {before.map((offer) => (
            <OfferVersion key={offer.id} file={file} offer={offer} decision={decision} />
          ))}
        </details>
      )}
    </section>
  )
}
