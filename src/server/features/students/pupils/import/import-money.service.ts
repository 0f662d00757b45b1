import { and, eq } from 'drizzle-orm'
import { isAboveApproval } from '#server/features/pos/money/move-money.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { Permission } from '#shared/kernel/roles.ts'
import { hasScopedPermission } from '#shared/kernel/scoped-permission.ts'
import { pupilImportParts } from './pupil-import.table.ts'
import type { FilePupil } from './pupil-row.rules.ts'

const setsMoney = ({ openingBalance, dailyLimit, overdraft }: FilePupil): boolean =>
  [openingBalance, dailyLimit, overdraft].some((amount) => amount !== undefined)

function requireRight({ kind, roles }: SessionCtx['session'], permission: Permission): void {
  if (!hasScopedPermission(kind, roles, permission)) throw new AppError('pupil.money-rights')
}

/** Checks that a person may set the balances and limits that rows name, if they name any. @throws AppError pupil.money-rights */
export function requireMoneyRights({ session }: Pick<SessionCtx, 'session'>, rows: readonly FilePupil[]): void {
  if (rows.some(setsMoney)) requireRight(session, 'accounts.move')
}

/**
 * Checks that a person may start an import: balances and limits as when its file was checked, and opening balances above the
 * school's limit only who approves such amounts. @throws AppError pupil.money-rights
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
  if (await isAboveApproval(tx, schoolId, openings)) requireRight(ctx.session, 'accounts.approve')
}
