import { databaseRestartHistory } from './database-restarts.ts'
import { billingHistory } from './fee-billing.ts'
import { feeHistory } from './fee-day.ts'
import { fullDiskHistory } from './full-disks.ts'
import { killHistory } from './kills.ts'
import { powerHistory } from './power-cuts.ts'
import type { FaultReport } from './report.ts'
import type { Plan } from './school-day.ts'
import { twoServersHistory } from './two-servers.ts'

export interface Scenario {
  name: string
  run(plan: Plan): Promise<FaultReport>
  /** How many accidents one history has in every `npm test`, and how many all histories of `npm run faults` have together. */
  few: number
  many: number
}

export const scenarios: readonly Scenario[] = [
  { name: 'kill-embedded', run: (plan) => killHistory('embedded', plan), few: 2, many: 60 },
  { name: 'kill-postgres', run: (plan) => killHistory('postgres', plan), few: 3, many: 60 },
  { name: 'power-cut', run: powerHistory, few: 2, many: 60 },
  { name: 'disk-full', run: fullDiskHistory, few: 1, many: 10 },
  { name: 'database-restart', run: databaseRestartHistory, few: 2, many: 30 },
  { name: 'fees', run: feeHistory, few: 4, many: 60 },
  { name: 'fee-billing', run: billingHistory, few: 1, many: 6 },
  { name: 'two-servers', run: (plan) => twoServersHistory(plan, { pooled: false }), few: 1, many: 20 },
  { name: 'two-servers-pgbouncer', run: (plan) => twoServersHistory(plan, { pooled: true }), few: 1, many: 20 },
]
