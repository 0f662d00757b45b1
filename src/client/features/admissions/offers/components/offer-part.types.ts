import type { StaffOffer } from '#shared/admissions/offers/offer.contract.ts'
import type { StudentFile } from '../../student-file/student.api.ts'
import type { Decision } from '../../transitions/hooks/use-decision.ts'

/** What each part of an offer's version is drawn from. */
export interface OfferPartProps {
  file: StudentFile
  offer: StaffOffer
  decision: Decision
}
