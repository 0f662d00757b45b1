import { z } from 'zod'
import { Bilingual, endpoint } from '#shared/kernel/endpoint.ts'
import { CustomerId, Day, DayInput, Uuid } from '#shared/kernel/fields.ts'
import { listExport } from '#shared/lists/list-export.contract.ts'
import { leaveReasons } from '#shared/pos/leave-reason.rules.ts'

/** A pupil of the school as its list shows them. */
export const ListedPupil = z.object({
  customerId: CustomerId,
  admissionNo: z.string(),
  name: Bilingual,
  /** English name of the class, as tills show it. */
  className: z.string(),
  classId: Uuid.nullable(),
  birthDate: Day.nullable(),
  cardNo: z.string().nullable(),
  /** Whether tills sell to them on account. */
  active: z.boolean(),
  /** Last day at the school; null while there is none. */
  leftOn: Day.nullable(),
  leaveReason: z.enum(leaveReasons).nullable(),
  /** The student file, for who may see files. */
  studentId: Uuid.nullable(),
})
export type ListedPupil = z.infer<typeof ListedPupil>

export const pupilStates = ['at-school', 'left', 'all'] as const

export const PupilFilter = z.object({
  /** Words of names, admission number and class, or a whole card number. */
  text: z.string().max(100).default(''),
  classId: Uuid.optional(),
  grade: z.string().max(20).optional(),
  state: z.enum(pupilStates).default('at-school'),
  card: z.enum(['with', 'without']).optional(),
})
export type PupilFilter = z.input<typeof PupilFilter>

/** Lists pupils by class and number, page by page; the first page says how many there are. @throws AppError access.denied */
export const listPupils = endpoint({
  method: 'post',
  path: '/pupils/list',
  audience: 'session',
  public: { scope: 'pupils.read', name: 'listPupils' },
  body: z.object({
    filter: PupilFilter.prefault({}),
    /** The last pupil of the page before. */
    after: CustomerId.optional(),
    limit: z.int().min(1).max(200).default(50),
  }),
  reply: z.object({ rows: z.array(ListedPupil), next: CustomerId.nullable(), count: z.int().nullable() }),
})

/** Exports the pupils of the filter; the import reads the file again, and nothing would change. */
export const pupilsExport = listExport('/pupils/export', 'pupils', PupilFilter, { stepUp: true })

/** @throws AppError access.denied, request.not-found */
export const readPupil = endpoint({
  method: 'get',
  path: '/pupils/pupil',
  audience: 'session',
  public: { scope: 'pupils.read', name: 'readPupil' },
  body: z.object({ customerId: CustomerId }),
  reply: z.object({ pupil: ListedPupil }),
})

/**
 * Puts a pupil into a class of the current school year. `from` is the class that was seen.
 * @throws AppError access.denied, request.not-found, pupil.changed
 */
export const setPupilClass = endpoint({
  method: 'post',
  path: '/pupils/class',
  audience: 'session',
  body: z.object({ customerId: CustomerId, classId: Uuid, from: Uuid.nullable() }),
  reply: z.object({ pupil: ListedPupil }),
})

/**
 * Notes that a pupil leaves, and why: tills sell until the end of that day, and of a past day no more.
 * @throws AppError access.denied, request.not-found
 */
export const setPupilLeaving = endpoint({
  method: 'post',
  path: '/pupils/leave',
  audience: 'session',
  body: z.object({ customerId: CustomerId, leftOn: DayInput, leaveReason: z.enum(leaveReasons) }),
  reply: z.object({ pupil: ListedPupil }),
})

/** Lets a pupil come back, or stay after all. @throws AppError access.denied, request.not-found */
export const setPupilReturned = endpoint({
  method: 'post',
  path: '/pupils/return',
  audience: 'session',
  body: z.object({ customerId: CustomerId }),
  reply: z.object({ pupil: ListedPupil }),
})
