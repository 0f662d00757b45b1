import { expect } from 'vitest'
import { type AdmissionRules, admissionRules, setAdmissionRules } from '#shared/admissions/admission-rules.contract.ts'
import { type Box, type Caller, call } from '#tests/support/server.ts'
import { step } from './offers-made.ts'
import { fileOf } from './students-made.ts'

export type Change = Parameters<typeof step>[3]
type Done = Awaited<ReturnType<typeof step>>

/** Gives a school other rules; those that are not named stay. */
export async function changeRules(box: Box, by: Caller, more: Partial<AdmissionRules>): Promise<void> {
  const { rules, revision } = admissionRules.reply.parse((await call(box.app, by, admissionRules)).body)
  const { status } = await call(box.app, by, setAdmissionRules, { rules: { ...rules, ...more }, revision })
  expect(status).toBe(200)
}

/** A step on a file as it stands a moment later; `reader` reads it where anyone who takes the step may not. */
export async function stepNow(box: Box, by: Caller, id: string, change: Change, reader = by): Promise<Done> {
  box.clock.advance(1)
  const { student } = await fileOf(box, reader, id)
  return step(box, by, { id, revision: student.revision }, change)
}

/** The status that a student has by a step, or what the step was refused for. */
export const outcomeOf = (done: Done) => ('student' in done ? done.student.status : done.refused)
