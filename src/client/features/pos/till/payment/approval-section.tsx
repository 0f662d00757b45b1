import { useTranslation } from 'react-i18next'
import { approvalPermissions } from '#shared/pos/approvals/till-limits.rules.ts'
import { actor } from '../receipts/sale.actions.ts'
import { Approval } from './approval.tsx'
import type { ApprovalEntry } from './use-approval.ts'

/** Asks another person to approve what is entered, where the limits want it; says so where they forbid it. */
export function ApprovalSection({ entry }: { entry: ApprovalEntry }) {
  const { t } = useTranslation('pos.till')
  const { act, approval, isNeeded, isForbidden, isEnough, approve } = entry
  if (isForbidden) return <p role="alert">{t('approve.forbidden')}</p>
  if (approval) return <p role="status">{t('approve.given')}</p>
  if (!isNeeded) return null
  return (
    <section aria-label={t('approve.needed')}>
      <p>{t('approve.needed')}</p>
      <Approval
        permission={approvalPermissions[act]}
        actorId={actor().userId}
        isEnough={isEnough}
        onApproved={approve}
      />
    </section>
  )
}
