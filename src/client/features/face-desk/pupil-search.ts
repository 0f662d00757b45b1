import type { CustomerId } from '#shared/kernel/ids.ts'

export interface PupilSearch {
  /** Of this pupil alone. */
  pupil?: CustomerId
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** What the address says; anything else in it is left out. */
export const readPupilSearch = ({ pupil }: Record<string, unknown>): PupilSearch =>
  typeof pupil === 'string' && uuid.test(pupil) ? { pupil: pupil as CustomerId } : {}
