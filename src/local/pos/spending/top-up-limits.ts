// chunk: till-sheets
import { z } from 'zod'
import type { TillSettings } from '#shared/pos/snapshot.contract.ts'
import { TopUpLimits } from '#shared/school/top-up-limits.contract.ts'

const Shell = z.object({ topUps: TopUpLimits })

/** What the school bounds of top-ups, as this till has pulled it; undefined where it has set nothing. */
export const topUpLimitsOf = ({ spending }: Pick<TillSettings, 'spending'>): TopUpLimits | undefined =>
  Shell.safeParse(spending).data?.topUps
