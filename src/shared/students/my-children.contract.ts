import { z } from 'zod'
import { Bilingual, endpoint, Nothing } from '#shared/kernel/endpoint.ts'
import { Day } from '#shared/kernel/fields.ts'

/** A child of the family that signs in, as far as it was told already by mail. */
export const MyChild = z.object({
  nameLatin: z.string().nullable(),
  nameArabic: z.string().nullable(),
  grade: z.string().nullable(),
  entryYear: z.int().nullable(),
  /** At the school and at its tills. */
  number: z.string().nullable(),
  /** The first day at the school, as the offer said it. */
  startOn: Day.nullable(),
  /** What the family has promised to bring and has not brought; without what is about health or custody. */
  promised: z.array(z.object({ label: Bilingual, until: Day })),
})
export type MyChild = z.infer<typeof MyChild>

/** The children at the school whose family has this account's address. @throws AppError access.denied */
export const myChildren = endpoint({
  method: 'get',
  path: '/student/my_children',
  audience: 'session',
  body: Nothing,
  reply: z.object({ children: z.array(MyChild) }),
})
