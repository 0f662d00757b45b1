import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { knownOperators } from '#client/platform/offline/device.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { PinPad } from '#client/ui/fields/pin-pad.tsx'
import { approveByPin } from '#local/device/approve-by-pin.ts'
import type { OperatorEntry } from '#local/device/operators.ts'
import type { Actor } from '#local/pos/till-inputs.types.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { hasPermission, type Permission } from '#shared/kernel/roles.ts'
import { ChoiceRow } from '../catalogue/choice-row.tsx'
import css from './approval.module.css'

/** Who may approve by this permission, among those who have a PIN on this till; never the person who acts. */
export async function listApprovers(permission: Permission, actorId: string): Promise<OperatorEntry[]> {
  const known = await listOthers(actorId)
  return known.filter(({ roles }) => hasPermission(roles, permission))
}

/** Everybody else who has a PIN on this till. */
export async function listOthers(actorId: string): Promise<OperatorEntry[]> {
  const known = (await (await knownOperators())?.list()) ?? []
  return known.filter(({ userId, usable }) => usable && userId !== actorId)
}

/** A supervisor at somebody else's till: their PIN signs nobody in. @throws AppError */
export async function approve(userId: string, pin: string): Promise<Actor> {
  const operators = await knownOperators()
  if (!operators) throw new AppError('device.unknown')
  const user = await approveByPin(operators.parts, userId, pin)
  return { userId: user.userId, roles: user.authority }
}

const PasswordApproval = lazy(async () => ({ default: (await import('./password-approval.tsx')).PasswordApproval }))

interface ApprovalProps {
  permission: Permission
  /** The person at the till, who never approves their own act. */
  actorId: string
  /** Whether a person's approval suffices; left out where everybody's with the permission does. */
  isEnough?: (approver: Actor) => boolean
  onApproved: (approver: Actor, proof: 'pin' | 'password') => void
}

/** Another person approves by PIN at the till of somebody who may not act alone. Works without a network. */
export function Approval({ permission, actorId, isEnough, onApproved }: ApprovalProps) {
  const { t } = useTranslation('pos.till')
  const pick = useBilingual()
  const [known, setKnown] = useState<readonly OperatorEntry[]>()
  const [chosen, setChosen] = useState<string>()
  useEffect(() => {
    listApprovers(permission, actorId).then(setKnown, () => setKnown([]))
  }, [permission, actorId])
  if (!known) return null
  const approvers = known.filter(
    ({ userId, roles }) => isEnough?.({ userId: userId as Actor['userId'], roles }) ?? true,
  )
  if (approvers.length === 0)
    return (
      <div className={css.approval}>
        <p role="status">{t('discount.nobody')}</p>
        <Suspense fallback={null}>
          <PasswordApproval permission={permission} onApproved={(approver) => onApproved(approver, 'password')} />
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
      {approver && <Pin key={approver.userId} approver={approver} onApproved={(each) => onApproved(each, 'pin')} />}
    </div>
  )
}

function Pin({ approver, onApproved }: { approver: OperatorEntry; onApproved: (giver: Actor) => void }) {
  const { t } = useTranslation('identity.sign-in')
  const pick = useBilingual()
  const errorText = useErrorText()
  const { mutate, error } = useMutation(approve, { onSuccess: onApproved })
  const { t: till } = useTranslation('pos.till')
  const locked = error === 'auth.too-many-attempts' && till('approve.locked', { name: pick(approver.name) })
  const problem = error && (error === 'auth.wrong-credentials' ? t('pin.wrong') : locked || errorText(error))
  const enter = async (pin: string) => void (await mutate(approver.userId, pin))
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
