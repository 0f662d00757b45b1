// chunk: till-sheets
import { z } from 'zod'
import { Minor } from '#shared/kernel/fields.ts'
import type { TillSettings } from '#shared/pos/snapshot.contract.ts'
import type { TopUpLimits } from '#shared/school/top-ups/top-up-limits.contract.ts'

const Bound = Minor.nullable()
/** Of its own: the contract comes with the settings of a school, which no till needs. */
const Shell = z.object({ topUps: z.object({ least: Bound, most: Bound, balance: Bound }) })

/** What the school bounds of top-ups, as this till has pulled it; undefined where it has set nothing. */
export const topUpLimitsOf = ({ spending }: Pick<TillSettings, 'spending'>): TopUpLimits | undefined =>
  Shell.safeParse(spending).data?.topUps
