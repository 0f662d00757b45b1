import type { EnquiryChild, EnquiryDetail } from '#shared/admissions/enquiries/enquiry.contract.ts'
import type { EnquiryDo } from '#shared/admissions/enquiries/enquiry-update.contract.ts'

/** Forms of the panel, one at a time; `invite` is the reply with the invitation to apply. */
export type OpenForm = 'reply' | 'invite' | 'convert' | 'date' | 'owner' | 'lost' | 'tour'

/** What one part of the panel works with. */
export interface EnquiryPart {
  enquiry: EnquiryDetail
  /** False for who may only read. */
  mayWork: boolean
  isPending: boolean
  act: (action: EnquiryDo) => Promise<boolean>
}

/** Children of an enquiry of whom no file was made: those that can be invited to apply. */
export const childrenWithoutFile = ({ children, students }: EnquiryDetail): EnquiryChild[] =>
  children.filter(({ place }) => students.every((made) => made.place !== null && made.place !== place))
