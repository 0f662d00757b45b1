// chunk: fees
import { useTranslation } from 'react-i18next'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import type { FeeHold } from '#shared/fees/reminders/reminder.contract.ts'
import { useFeeText } from '../account/hooks/use-fee-text.ts'
import { isolated } from '../isolated.ts'
import { removeHold } from './reminder.api.ts'

interface ListProps {
  holds: readonly FeeHold[]
  /** Says what an item is called; undefined where it is not known here. */
  itemName?: ((chargeId: string) => string | undefined) | undefined
  onChanged: () => void
}

/** Holds that stand, each with the way to end it. */
export function HoldList({ holds, itemName, onChanged }: ListProps) {
  const { t } = useTranslation('fees.reminders')
  const errorText = useErrorText()
  const pick = useBilingual()
  const { dayOf } = useFeeText()
  const may = useRights()
  const { mutate, isPending, error } = useMutation(removeHold, { onSuccess: onChanged })
  if (holds.length === 0) return null
  return (
    <>
      <ul className={common.tightList}>
        {holds.map((hold) => (
          <li key={hold.holdId} className={common.centredActions}>
            <span>
              {t(`reason.${hold.reason}`)}
              {hold.chargeId !== null && ` · ${isolated(itemName?.(hold.chargeId) ?? t('hold.oneItem'))}`}
              {' · '}
              {hold.until === null ? t('hold.open') : t('hold.untilDay', { on: dayOf(hold.until) })}
              {' · '}
              <bdi>{pick(hold.by.name)}</bdi>
              {hold.note && (
                <>
                  {' · '}
                  <bdi>{hold.note}</bdi>
                </>
              )}
            </span>
            {may('fees.bill') && (
              <Button kind="quiet" isWorking={isPending} onClick={() => void mutate(hold.holdId)}>
                {t('hold.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
    </>
  )
}
