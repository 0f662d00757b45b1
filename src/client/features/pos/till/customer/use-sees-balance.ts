// chunk: till-sheets
import { useAtomValue } from 'jotai'
import { useTill } from '#client/platform/offline/open-till.ts'
import { userAtom } from '#client/platform/session/session.ts'
import { seesBalance } from '#shared/pos/approvals/till-limits.rules.ts'

/** Whether the school shows balances of accounts to the person at this till; what may be spent is shown to everybody. */
export function useSeesBalance(): boolean {
  const { settings } = useTill()
  const user = useAtomValue(userAtom)
  if (!user) return false
  return seesBalance({ userId: user.userId, roles: user.authority }, settings.till.tillId, settings.balanceHiddenFrom)
}
