import { z } from 'zod'
import { endpoint, Nothing } from '#shared/kernel/endpoint.ts'

/*
 * The first steps of a new school. Which are done follows from what the school has; only what somebody skips is kept.
 */

/** In the order in which a school takes them. */
export const startSteps = ['school', 'look', 'places', 'catalogue', 'admission', 'fees', 'people'] as const
export const StartStep = z.enum(startSteps)
export type StartStep = z.infer<typeof StartStep>

/** The pages of each step, in the order in which they are shown. */
export const startPages = {
  school: ['names', 'calendar', 'days'],
  look: ['look', 'texts'],
  places: ['places', 'tills'],
  catalogue: ['catalogue'],
  admission: ['years', 'grades', 'admission'],
  fees: ['fees'],
  people: ['people'],
} as const satisfies Record<StartStep, readonly string[]>
export const StartPage = z.enum(startSteps.flatMap((step): readonly PageOf[] => startPages[step]))
type PageOf = (typeof startPages)[StartStep][number]
export type StartPage = z.infer<typeof StartPage>

export const StartState = z.object({
  steps: z.array(
    z.object({
      step: StartStep,
      /** `done` follows from the school's data, whatever was skipped. */
      state: z.enum(['done', 'open', 'skipped']),
    }),
  ),
  /** Pages that somebody has gone through, whatever was changed there: who comes back begins after them. */
  passed: z.array(StartPage).default([]),
  /** ISO 3166 code of the country whose defaults the school began with; empty where it is not known. */
  country: z.string().default(''),
  /** True once somebody has put the list away; false again when it is brought back. */
  isClosed: z.boolean(),
  /** Applications for work that wait while nobody has the role that reads them. */
  unreadWork: z.int().default(0),
})
export type StartState = z.infer<typeof StartState>

/** Returns how far the school has come. @throws AppError access.denied */
export const readStart = endpoint({
  method: 'get',
  path: '/settings/start',
  audience: 'session',
  body: Nothing,
  reply: StartState,
})

/** Skips a step or takes it up again, keeps that a page was gone through, or puts the whole list away. The same again changes nothing. @throws AppError access.denied */
export const changeStart = endpoint({
  method: 'post',
  path: '/settings/start',
  audience: 'session',
  body: z.object({
    start: z.union([
      z.object({ step: StartStep, isSkipped: z.boolean() }),
      z.object({ passed: StartPage }),
      z.object({ isClosed: z.boolean() }),
    ]),
  }),
  reply: StartState,
})
