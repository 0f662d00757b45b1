import { and, eq } from 'drizzle-orm'
import { isAboveApproval } from '#server/features/pos/money/move-money.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import type { Tx } from '#server/kernel/db.ts'
import { pupilImportParts } from './pupil-import.table.ts'
import type { FilePupil } from './pupil-row.rules.ts'

const setsMoney = ({ openingBalance, dailyLimit, overdraft }: FilePupil): boolean =>
  [openingBalance, dailyLimit, overdraft].some((amount) => amount !== undefined)

/** Checks that a person may set the balances and limits that rows name, if they name any. @throws AppError access.denied */
export function requireMoneyRights({ session }: Pick<SessionCtx, 'session'>, rows: readonly FilePupil[]): void {
  if (rows.some(setsMoney)) requirePermission(session, 'accounts.move')
}

/**
 * Checks that a person may start an import: balances and limits as when its file was checked, and opening balances above the
 * school's limit only who approves such amounts. @throws AppError access.denied
 */
export async function requireRightsToRun(tx: Tx, ctx: SessionCtx, importId: string): Promise<void> {
  const { schoolId } = ctx.school
  const parts = await tx
    .select({ rows: pupilImportParts.rows })
    .from(pupilImportParts)
    .where(
      and(
        eq(pupilImportParts.schoolId, schoolId),
        eq(pupilImportParts.importId, importId),
        eq(pupilImportParts.isDone, false),
      ),
    )
  const rows = parts.flatMap((part) => part.rows)
  requireMoneyRights(ctx, rows)
  const openings = rows.flatMap(({ openingBalance }) => openingBalance ?? [])
  if (await isAboveApproval(tx, schoolId, openings)) requirePermission(ctx.session, 'accounts.approve')
}
