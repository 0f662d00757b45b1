import { ask } from '#client/platform/http.ts'
import { changeTillLimits, readTillLimits, type SetLimit } from '#shared/pos/approvals/till-limit-set.contract.ts'

export const readLimits = () => ask(readTillLimits, {})
export const saveLimits = (tillLimits: SetLimit[], seen: number) => ask(changeTillLimits, { tillLimits, seen })
