import type { StaffOffer } from '#shared/contract/offer.ts'
import type { StudentFile } from '../student.api.ts'
import type { Decision } from '../use-decision.ts'

/** What each part of an offer's version is drawn from. */
export interface OfferPartProps {
  file: StudentFile
  offer: StaffOffer
  decision: Decision
}
