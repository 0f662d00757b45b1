import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { messageIdOf } from '#client/platform/use-answer.ts'
import { PinPad } from '#client/ui/fields/pin-pad.tsx'
import type { OperatorEntry } from '#local/device/operators.ts'
import type { Actor } from '#local/pos/till.types.ts'
import { approve, listApprovers } from '../cart/discount.actions.ts'
import { ChoiceRow } from '../catalogue/choice-row.tsx'
import css from './approval.module.css'

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
  if (approvers.length === 0) return <p role="status">{t('discount.nobody')}</p>
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
  const [problem, setProblem] = useState<string>()
  const enter = async (pin: string) => {
    try {
      onApproved(await approve(approver.userId, pin))
    } catch (error) {
      const id = messageIdOf(error)
      setProblem(id === 'auth.wrong-credentials' ? t('pin.wrong') : errorText(id))
    }
  }
  const label = t('pin.label', { name: pick(approver.name) })
  return (
    <>
      <p className={css.who}>{label}</p>
      {problem && (
        <p className={css.problem} role="alert">
          {problem}
        </p>
      )}
      <PinPad label={label} onPin={enter} />
    </>
  )
}
