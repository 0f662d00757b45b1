// chunk: frame
import type { CustomerId } from '#shared/kernel/ids.ts'

export interface PupilSearch {
  /** Of this pupil alone. */
  pupil?: CustomerId
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The address as it comes: read only by the screen, since what a route does with it is part of the first load. */
export type PupilAddress = Partial<Record<keyof PupilSearch, unknown>>

/** What the address says; anything else in it is left out. */
export const readPupilSearch = ({ pupil }: PupilAddress): PupilSearch =>
  typeof pupil === 'string' && uuid.test(pupil) ? { pupil: pupil as CustomerId } : {}
