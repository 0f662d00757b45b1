import { z } from 'zod'
import { Colleague } from '#shared/identity/colleague.contract.ts'
import { endpoint } from '#shared/kernel/endpoint.ts'
import { Currency, Instant, Minor, OpId, Uuid } from '#shared/kernel/fields.ts'
import { FeeChild, FeePart, FeeYear } from './fee-values.contract.ts'

/** Who is billed for what. Empty lists mean all. */
export const BillingScope = z.object({
  /** First calendar year of the school year. */
  year: FeeYear,
  campuses: z.array(z.string().max(40)).max(50).default([]),
  grades: z.array(z.string().max(40)).max(50).default([]),
  components: z.array(z.string().max(40)).max(50).default([]),
  /** Parts of the plan, from 1. */
  parts: z.array(FeePart).max(60).default([]),
  studentIds: z.array(Uuid).max(500).default([]),
})
export type BillingScope = z.infer<typeof BillingScope>

/** Reasons why a child is not billed. The others of the run are billed all the same. */
export const billingFaults = [
  'no-grade',
  'no-schedule',
  'several-schedules',
  'no-plan',
  /** The plan names a term that the school has not set. */
  'no-term',
  'no-payer',
  /** A citizen's tax is borne by the state only with the payer's national ID and a contact. */
  'no-national-id',
  'no-student',
  /** The leaving of that school year is settled. */
  'left',
  /** Joined after the year began, and the regulator says nothing of it: somebody enters from when the child is billed. */
  'joined-late',
  'unlawful',
  'failed',
] as const
export type BillingFault = (typeof billingFaults)[number]

export const BillingError = z.object({
  child: FeeChild,
  fault: z.enum(billingFaults),
  /** Id of the regulator's rule, where it is `unlawful`. */
  rule: z.string().nullable(),
})
export type BillingError = z.infer<typeof BillingError>

/** What a run would bill, without any number taken. */
export const BillingPreview = z.object({
  /** Hash of the scope and of everything that it would bill; sent back at the start. */
  scopeHash: z.string(),
  currency: Currency,
  pupils: z.int(),
  /** Charges that do not exist yet. */
  charges: z.int(),
  /** Charges that exist already and are left alone. */
  known: z.int(),
  gross: Minor,
  discount: Minor,
  tax: Minor,
  total: Minor,
  /** The first 200; `errorCount` counts all. */
  errors: z.array(BillingError),
  errorCount: z.int(),
})
export type BillingPreview = z.infer<typeof BillingPreview>

export const BillingRun = z.object({
  runId: Uuid,
  scope: BillingScope,
  state: z.enum(['running', 'stopped', 'done']),
  startedAt: Instant,
  by: Colleague,
  /** Children in the scope, and how many of them are worked through. */
  pupils: z.int(),
  done: z.int(),
  charges: z.int(),
  invoices: z.int(),
  total: Minor,
  errors: z.array(BillingError),
  errorCount: z.int(),
})
export type BillingRun = z.infer<typeof BillingRun>

/** Shows what a run would bill. @throws AppError access.denied */
export const previewBilling = endpoint({
  method: 'post',
  path: '/fees/run_preview',
  audience: 'session',
  body: BillingScope,
  reply: BillingPreview,
})

/**
 * Starts a run; the server goes on with it in the background, also after a restart.
 * @throws AppError access.denied, fees.run-changed (what it would bill is not what was previewed)
 */
export const startBilling = endpoint({
  method: 'post',
  path: '/fees/run_start',
  audience: 'session',
  body: z.object({ runId: OpId, scope: BillingScope, scopeHash: z.string().max(64) }),
  reply: z.object({ run: BillingRun }),
})

/** Reads the progress of one run. @throws AppError access.denied, request.not-found */
export const billingRun = endpoint({
  method: 'get',
  path: '/fees/run',
  audience: 'session',
  body: z.object({ runId: Uuid }),
  reply: z.object({ run: BillingRun }),
})

/** Lists the latest 50 runs. @throws AppError access.denied */
export const billingRuns = endpoint({
  method: 'get',
  path: '/fees/runs',
  audience: 'session',
  body: z.object({}),
  reply: z.object({ runs: z.array(BillingRun) }),
})

/** Stops a run; what it billed stays. @throws AppError access.denied, request.not-found */
export const stopBilling = endpoint({
  method: 'post',
  path: '/fees/run_stop',
  audience: 'session',
  body: z.object({ runId: Uuid }),
  reply: z.object({ run: BillingRun }),
})

/** Goes on with a stopped run. @throws AppError access.denied, request.not-found */
export const resumeBilling = endpoint({
  method: 'post',
  path: '/fees/run_resume',
  audience: 'session',
  body: z.object({ runId: Uuid }),
  reply: z.object({ run: BillingRun }),
})
