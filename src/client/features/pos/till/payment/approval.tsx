import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { PinPad } from '#client/ui/fields/pin-pad.tsx'
import type { OperatorEntry } from '#local/device/operators.ts'
import type { Actor } from '#local/pos/till.types.ts'
import { approve, listApprovers } from '../cart/discount.actions.ts'
import { ChoiceRow } from '../catalogue/choice-row.tsx'
import css from './approval.module.css'

const PasswordApproval = lazy(async () => ({ default: (await import('./password-approval.tsx')).PasswordApproval }))

/** Somebody who may gives their word by PIN, at the till of somebody who may not. Works without a network. */
export function Approval({ onApproved }: { onApproved: (giver: Actor) => void }) {
  const { t } = useTranslation('pos.till')
  const pick = useBilingual()
  const [approvers, setApprovers] = useState<readonly OperatorEntry[]>()
  const [chosen, setChosen] = useState<string>()
  useEffect(() => {
    listApprovers().then(setApprovers, () => setApprovers([]))
  }, [])
  if (!approvers) return null
  if (approvers.length === 0)
    return (
      <div className={css.approval}>
        <p role="status">{t('discount.nobody')}</p>
        <Suspense fallback={null}>
          <PasswordApproval onApproved={onApproved} />
        </Suspense>
      </div>
    )
  const approver = approvers.find(({ userId }) => userId === chosen) ?? approvers[0]
  return (
    <div className={css.approval}>
      <p>{t('discount.ask')}</p>
      {approvers.length > 1 && (
        <ChoiceRow
          options={approvers.map(({ userId, name }) => ({ value: userId, label: pick(name) }))}
          chosen={approver?.userId ?? ''}
          onChoose={setChosen}
        />
      )}
      {approver && <Pin key={approver.userId} approver={approver} onApproved={onApproved} />}
    </div>
  )
}

function Pin({ approver, onApproved }: { approver: OperatorEntry; onApproved: (giver: Actor) => void }) {
  const { t } = useTranslation('identity.sign-in')
  const pick = useBilingual()
  const errorText = useErrorText()
  const { mutate, error } = useMutation(approve, { onSuccess: onApproved })
  const enter = async (pin: string) => void (await mutate(approver.userId, pin))
  const label = t('pin.label', { name: pick(approver.name) })
  return (
    <>
      <p className={css.who}>{label}</p>
      {error && (
        <p className={css.problem} role="alert">
          {error === 'auth.wrong-credentials' ? t('pin.wrong') : errorText(error)}
        </p>
      )}
      <PinPad label={label} onPin={enter} />
    </>
  )
}
