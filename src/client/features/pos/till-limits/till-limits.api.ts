import { ask } from '#client/platform/http.ts'
import type { TillLimit } from '#shared/pos/approvals/till-limit.contract.ts'
import { changeTillLimits, readTillLimits } from '#shared/pos/approvals/till-limit-set.contract.ts'

export const readLimits = () => ask(readTillLimits, {})
export const saveLimits = (tillLimits: TillLimit[], seen: number) => ask(changeTillLimits, { tillLimits, seen })
