import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { userAtom } from '#client/platform/session/session.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { hasPermission } from '#shared/kernel/roles.ts'
import type { AccountMovement } from '#shared/pos/account-money.contract.ts'
import { decideMoney } from '../account-money.api.ts'
import { MovementFacts } from './movement-sheet.tsx'

interface WaitingSheetProps {
  movements: readonly AccountMovement[]
  onClose: () => void
  /** One of them has been decided. */
  onDone: () => void
}

/** What waits for a second person: to approve, or to refuse. */
export function WaitingSheet({ movements, onClose, onDone }: WaitingSheetProps) {
  const { t } = useTranslation('pos.pupil-accounts')
  return (
    <Sheet title={t('waiting.title')} size="wide" onClose={onClose}>
      {movements.length === 0 && <p role="status">{t('waiting.none')}</p>}
      <ul className={common.plainList}>
        {movements.map((movement) => (
          <Waiting key={movement.id} movement={movement} onDone={onDone} />
        ))}
      </ul>
    </Sheet>
  )
}

function Waiting({ movement, onDone }: { movement: AccountMovement; onDone: () => void }) {
  const { t } = useTranslation('pos.pupil-accounts')
  const errorText = useErrorText()
  const mayApprove = hasPermission(useAtomValue(userAtom)?.authority ?? [], 'accounts.approve')
  const { mutate, isPending, error } = useMutation(decideMoney, { onSuccess: onDone })
  const { id, isOwn } = movement
  return (
    <li className={common.stack}>
      <MovementFacts movement={movement} />
      {isOwn && <p className={common.softLine}>{t('waiting.own')}</p>}
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
      <div className={common.actions}>
        {mayApprove && !isOwn && (
          <Button kind="main" isWorking={isPending} onClick={() => void mutate(id, true)}>
            {t('waiting.approve')}
          </Button>
        )}
        {(mayApprove || isOwn) && (
          <Button isWorking={isPending} onClick={() => void mutate(id, false)}>
            {t(isOwn ? 'waiting.withdraw' : 'waiting.refuse')}
          </Button>
        )}
      </div>
    </li>
  )
}
