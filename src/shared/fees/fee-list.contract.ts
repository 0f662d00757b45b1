import { z } from 'zod'
import { endpoint } from '#shared/kernel/endpoint.ts'
import { Currency, Day, Minor, Uuid } from '#shared/kernel/fields.ts'
import { listExport } from '#shared/lists/list-export.contract.ts'
import { FeeChild } from './fee-values.contract.ts'

/** Which children are listed: all with items, those with something due today or before, or due before today. */
export const feeListStates = ['all', 'due', 'overdue'] as const

export const FeeListFilter = z.object({
  /** Beginnings of words of a name, or an admission number. */
  text: z.string().max(100).default(''),
  grade: z.string().max(40).optional(),
  state: z.enum(feeListStates).default('all'),
})
export type FeeListFilter = z.infer<typeof FeeListFilter>

/** What is open on items by how long it has been due; cheques that have not cleared stand by themselves. Minor units. */
export const FeeAgeing = z.object({
  notDue: Minor,
  /** Due for 0 to 30 days, and so on. */
  days30: Minor,
  days60: Minor,
  days90: Minor,
  older: Minor,
  /** Covered by cheques that have not cleared; not part of what is open. */
  held: Minor,
})
export type FeeAgeing = z.infer<typeof FeeAgeing>

export const FeeListRow = z.object({
  child: FeeChild,
  open: Minor,
  /** Due today or before. */
  due: Minor,
  /** Due before today. */
  overdue: Minor,
  /** Earliest day on which something open was or is due. */
  since: Day.nullable(),
  held: Minor,
})
export type FeeListRow = z.infer<typeof FeeListRow>

/** Lists children with what is open on their items, by name, 100 a page. @throws AppError access.denied */
export const feeList = endpoint({
  method: 'get',
  path: '/fees/children',
  audience: 'session',
  public: { scope: 'fees.read', name: 'listFeeBalances' },
  body: FeeListFilter.extend({ after: Uuid.optional() }),
  reply: z.object({ rows: z.array(FeeListRow), next: Uuid.nullable() }),
})

/** Sums over all children of the filter. @throws AppError access.denied */
export const feeListTotals = endpoint({
  method: 'get',
  path: '/fees/children_totals',
  audience: 'session',
  body: FeeListFilter,
  reply: z.object({
    currency: Currency,
    count: z.int(),
    open: Minor,
    due: Minor,
    overdue: Minor,
    ageing: FeeAgeing,
    /** Grades of all children with items. */
    grades: z.array(z.string()),
  }),
})

/** Exports the list. @throws AppError access.denied, request.too-large */
export const feeListExport = listExport('/fees/children_export', 'fees', FeeListFilter)
