import { z } from 'zod'
import { Colleague } from '#shared/identity/colleague.contract.ts'
import { endpoint, Nothing } from '#shared/kernel/endpoint.ts'
import { Instant, InstantInput, OpId, Revision, Uuid } from '#shared/kernel/fields.ts'
import { breachData, breachRisks } from './breach.rules.ts'

/*
 * Register of data breaches: what happened to whose data, what was done, and when the authority and the families were told. It names
 * no child: whom it concerns is counted.
 */

/** Most breaches that are listed; nobody has so many. */
export const maxBreaches = 500

const Said = z.object({
  /** What happened and how it was found. */
  happened: z.string().trim().min(1).max(4000),
  dataKinds: z.array(z.enum(breachData)).min(1).max(breachData.length),
  /** How many people it concerns, as far as is known. */
  people: z.int().min(0).max(10_000_000).nullable(),
  risk: z.enum(breachRisks),
  /** What was done about it. */
  measures: z.string().trim().max(4000),
  discoveredAt: InstantInput,
  authorityAt: InstantInput.nullable(),
  /** By which the authority knows it. */
  authorityRef: z.string().trim().max(100),
  familiesAt: InstantInput.nullable(),
})

export const Breach = Said.extend({
  id: Uuid,
  closedAt: Instant.nullable(),
  revision: Revision,
  changedAt: Instant,
  by: Colleague,
})
export type Breach = z.infer<typeof Breach>

/** Lists the breaches of the school, the last discovered first. @throws AppError access.denied */
export const listBreaches = endpoint({
  method: 'get',
  path: '/retention/breaches',
  audience: 'session',
  body: Nothing,
  reply: z.object({ breaches: z.array(Breach) }),
})

/**
 * Records a breach or changes what is known of it; `revision` is the one that was seen, 0 for a new one. Sent again as it was, it is
 * answered as before.
 * @throws AppError access.denied, request.invalid (a date in the future or before the discovery), breach.changed
 */
export const saveBreach = endpoint({
  method: 'post',
  path: '/retention/breach',
  audience: 'session',
  body: Said.extend({ opId: OpId, isClosed: z.boolean(), revision: Revision }),
  reply: Nothing,
})
