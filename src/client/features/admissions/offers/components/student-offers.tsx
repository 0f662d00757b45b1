// chunk: students
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import { Loading } from '#client/ui/tables/list-frame.tsx'
import type { StudentRow } from '#shared/students/student-row.contract.ts'
import type { StudentFile } from '../../student-file/student.api.ts'

const OfferSection = lazy(async () => ({ default: (await import('./offer-section.tsx')).OfferSection }))
const AccountSection = lazy(async () => ({
  default: (await import('../../joining/components/account-section.tsx')).AccountSection,
}))
const ConsentsSection = lazy(async () => ({
  default: (await import('../../joining/components/consents-section.tsx')).ConsentsSection,
}))
const WaitlistSection = lazy(async () => ({
  default: (await import('../../seats/components/waitlist-section.tsx')).LineSection,
}))

interface StudentOffersProps {
  file: StudentFile
  /** The file has to be read again: something was done, or somebody else was faster. */
  onStale: () => void
  /** What the student is now. */
  onChanged?: (student: StudentRow) => void
}

/** The waiting list and the offers of a student: fetched when a file is opened, never with the list of all. */
export function StudentOffers(props: StudentOffersProps) {
  const { t } = useTranslation('students')
  const may = useRights()
  return (
    <Suspense fallback={<Loading>{t('loading')}</Loading>}>
      {props.file.account && <AccountSection {...props} />}
      <WaitlistSection {...props} />
      <OfferSection {...props} />
      {may('submissions.see') && <ConsentsSection {...props} />}
    </Suspense>
  )
}
