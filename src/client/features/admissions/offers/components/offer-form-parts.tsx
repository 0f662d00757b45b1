import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import css from '#client/features/students/record/components/student-sheet.module.css'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { TextAreaField } from '#client/ui/fields/text-field.tsx'
import type { OfferRequest } from '#shared/admissions/offers/offer.contract.ts'
import type { OpenTransition, StudentFile } from '../../student-file/student.api.ts'
import { OutOfOrderNote } from '../../transitions/components/out-of-order-note.tsx'
import type { OfferPart } from '../offer-draft.ts'

const LiveLetter = lazy(async () => ({ default: (await import('./offer-letter-view.tsx')).LiveLetter }))

interface BeforeProps {
  file: StudentFile
  move: OpenTransition
  isProposed: boolean
}

/** What anyone who writes an offer has to know first. */
export function BeforeTerms({ file, move, isProposed }: BeforeProps) {
  const { t } = useTranslation('students')
  return (
    <>
      {file.offers.length > 0 && <p className={common.soft}>{t('offer.anew')}</p>}
      {move.needsApproval && <p className={common.soft}>{t('moves.approvalText')}</p>}
      {isProposed && (
        <InlineNotice tone="warning" isBoxed>
          {t('offer.offline')}
        </InlineNotice>
      )}
      <OutOfOrderNote move={move} file={file} />
      {move.says.includes('override') && <p className={css.hint}>{t('moves.override')}</p>}
    </>
  )
}

/** The letter as the family will read it. */
export const Preview = ({ studentId, offer }: { studentId: string; offer: OfferRequest | undefined }) => (
  <Suspense>
    <LiveLetter studentId={studentId} of={offer && { kind: 'draft', offer }} />
  </Suspense>
)

interface NoteProps {
  note: string
  /** It has to be said why this child comes before others. */
  isUnsaid: boolean
  onChange: (note: string) => void
}

export function OfferNote({ note, isUnsaid, onChange }: NoteProps) {
  const { t } = useTranslation('students')
  return (
    <>
      <TextAreaField
        label={t('said.note')}
        rows={2}
        maxLength={2000}
        value={note}
        aria-invalid={isUnsaid || undefined}
        onChange={onChange}
      />
      {isUnsaid && <InlineNotice tone="problem">{t('moves.sayWhy')}</InlineNotice>}
    </>
  )
}

/** What is not right yet, by name. */
export function WrongParts({ wrong }: { wrong: readonly OfferPart[] }) {
  const { t } = useTranslation('students')
  if (wrong.length === 0) return null
  return (
    <InlineNotice tone="problem">
      {t('offer.wrong')} {wrong.map((part) => t(`offer.${part}`)).join(' · ')}
    </InlineNotice>
  )
}
