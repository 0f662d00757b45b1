import { z } from 'zod'
import { Bilingual, endpoint, Nothing } from '#shared/kernel/endpoint.ts'
import { CustomerId, DayInput, Instant, Revision, TypedName, Uuid, Year } from '#shared/kernel/fields.ts'

/** Names of a class; the English one is what tills show. */
export const ClassName = z.object({
  en: TypedName.pipe(z.string().min(1).max(40)),
  ar: TypedName.pipe(z.string().min(1).max(40)),
})
export const GradeCode = z.string().regex(/^[A-Z0-9]{1,10}$/)

export const SchoolClass = z.object({
  id: Uuid,
  /** First calendar year of the school year. */
  year: z.int(),
  grade: z.string(),
  name: Bilingual,
  revision: Revision,
  /** Pupils at the school who are in it. */
  count: z.int(),
})
export type SchoolClass = z.infer<typeof SchoolClass>

/** A move of all classes into the next school year. */
export const Promotion = z.object({
  id: Uuid,
  fromYear: z.int(),
  madeAt: Instant,
  by: Bilingual,
  /** Pupils that it concerned. */
  count: z.int(),
  /** Whether its time to be undone is not over. */
  canUndo: z.boolean(),
})
export type Promotion = z.infer<typeof Promotion>

/** Lists the classes of a school year by grade and name; without a year, of the one in which pupils are. @throws AppError access.denied */
export const listClasses = endpoint({
  method: 'get',
  path: '/classes',
  audience: 'session',
  public: { scope: 'classes.read', name: 'listClasses' },
  body: z.object({ year: z.coerce.number().pipe(Year).optional() }),
  reply: z.object({
    year: z.int(),
    /** Year in whose classes pupils are. */
    currentYear: z.int(),
    classes: z.array(SchoolClass),
    /** The latest promotion that stands. */
    promotion: Promotion.nullable(),
  }),
})

/**
 * Adds or changes a class; pupils who are in it follow its name, at the tills too. `seen`: its revision, 0 for a new one.
 * @throws AppError access.denied, class.changed, class.name-taken
 */
export const saveClass = endpoint({
  method: 'post',
  path: '/classes/save',
  audience: 'session',
  body: z.object({
    schoolClass: z.object({ id: Uuid, year: Year, grade: GradeCode, name: ClassName }),
    seen: Revision,
  }),
  reply: z.object({ revision: Revision }),
})

/**
 * Removes a class without pupils, unless a promotion that can be undone came from it.
 * @throws AppError access.denied, class.changed, class.in-use
 */
export const removeClass = endpoint({
  method: 'post',
  path: '/classes/remove',
  audience: 'session',
  body: z.object({ id: Uuid, seen: Revision }),
  reply: Nothing,
})

/** Where a class goes: into the next grade, or out of the school. */
export const ClassMove = z.object({
  classId: Uuid,
  to: z.object({ grade: GradeCode, name: ClassName }).nullable(),
})
export type ClassMove = z.infer<typeof ClassMove>

/** Pupil of a class that is to be promoted. */
const PromotedPupil = z.object({ customerId: CustomerId, name: Bilingual, admissionNo: z.string() })
export type PromotedPupil = z.infer<typeof PromotedPupil>

/**
 * Says where each class would go by grade: `to` null means that its pupils leave. Changes nothing.
 * @throws AppError access.denied
 */
export const previewPromotion = endpoint({
  method: 'get',
  path: '/classes/promotion',
  audience: 'session',
  body: Nothing,
  reply: z.object({
    fromYear: z.int(),
    classes: z.array(
      z.object({
        id: Uuid,
        grade: z.string(),
        name: Bilingual,
        to: z.object({ grade: z.string(), name: Bilingual }).nullable(),
        /** Whether the grade is none of the school's any more, so that somebody must choose where the class goes. */
        isUnknownGrade: z.boolean().optional(),
        pupils: z.array(PromotedPupil),
      }),
    ),
    /** Tells whether the pupils are still those of this preview. */
    preview: z.string(),
  }),
})
export type PromotionPreview = z.infer<typeof previewPromotion.reply>

export const maxClasses = 1000
export const maxStaying = 5000

/**
 * Moves all pupils into the classes of the next school year, once for a year: repeating the command changes nothing and replies the same. Pupils who
 * stay repeat their grade in the class of the same name; those of a class without a next one leave on `lastDay`.
 * @throws AppError access.denied, promotion.changed
 */
export const promoteClasses = endpoint({
  method: 'post',
  path: '/classes/promote',
  audience: 'session',
  body: z.object({
    commandId: Uuid,
    fromYear: Year,
    moves: z.array(ClassMove).max(maxClasses),
    staying: z.array(CustomerId).max(maxStaying),
    lastDay: DayInput,
    preview: z.string().max(100),
  }),
  reply: z.object({ promoted: z.int(), staying: z.int(), leaving: z.int() }),
  bodyLimit: 512 * 1024,
})

/**
 * Takes a promotion back, within its time and while no pupil of it has been changed since.
 * @throws AppError access.denied, request.not-found, promotion.changed
 */
export const undoPromotion = endpoint({
  method: 'post',
  path: '/classes/promote_undo',
  audience: 'session',
  body: z.object({ id: Uuid }),
  reply: Nothing,
})
