// chunk: till-sheets
import { canonicalJson, sha256Hex } from '#shared/kernel/hash.ts'
import { hasPermission, type Role } from '#shared/kernel/roles.ts'
import type { BlindReport, ShiftReport } from '../shift.contract.ts'

/** Returns whether a person may know what a drawer should hold: who counts it without `sales.see` counts blind. */
export const mayKnowCash = (roles: readonly Role[]): boolean => hasPermission(roles, 'sales.see')

/** Returns a report as a blind cashier may see it: without expected cash, and without the sums that give it away. */
export function blindReport(report: ShiftReport): BlindReport {
  const {
    voidsTotal: _1,
    gross: _2,
    discount: _3,
    net: _4,
    taxes: _5,
    tax: _6,
    total: _7,
    rounding: _8,
    cashTaken: _9,
    expectedCash: _10,
    difference: _11,
    ...rest
  } = report
  return { ...rest, tenders: rest.tenders.filter(({ kind }) => kind !== 'cash') }
}

/** Returns the hash of a Z by which the server compares the printed one with its own. */
export const reportHash = (report: ShiftReport): string => sha256Hex(canonicalJson(report))
