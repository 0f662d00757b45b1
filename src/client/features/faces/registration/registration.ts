import type { Customer } from '#shared/pos/customer.contract.ts'
import type { SamplesFault } from '#shared/recognition/face-enrolment.rules.ts'
import type { Captured } from './capture-samples.ts'

/** Where a registration is. Pictures and templates live in it and nowhere else: leaving it forgets them. */
export type Registration =
  | { at: 'search' }
  | { at: 'folder' }
  | { at: 'before'; pupil: Customer; fault?: SamplesFault }
  | { at: 'capture'; pupil: Customer }
  | { at: 'preview'; pupil: Customer; captured: Captured; hasFailed?: true }
  | { at: 'alike'; pupil: Customer; captured: Captured; other: Customer }
  | { at: 'saved'; pupil: Customer }
