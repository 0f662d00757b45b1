// chunk: fees
import { type SyntheticEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { machineClock, machineRandom } from '#local/kernel/machine.ts'
import { type FeeDiscountRule, grantFeeDiscount } from '#shared/fees/setup/fee-discount.contract.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import type { Currency } from '#shared/kernel/money.ts'
import { readAmount, readPercent } from '../setup/fee-amounts.ts'
import { giveGrant } from './grant.api.ts'
import { type GrantDraft, GrantFields } from './grant-fields.tsx'

interface GrantSheetProps {
  studentId: string
  rules: readonly FeeDiscountRule[]
  currency: Currency
  onClose: () => void
  onDone: () => void
}

const start: Omit<GrantDraft, 'ruleId'> = {
  of: 'rule',
  value: '',
  fromOn: '',
  untilOn: '',
  reason: '',
  evidenceRef: '',
}

function amountOf({ of, value }: GrantDraft, currency: Currency) {
  if (of === 'rule') return null
  return of === 'percent'
    ? { ppm: readPercent(value) ?? Number.NaN }
    : { amount: readAmount(value, currency) ?? Number.NaN }
}

const inputOf = (id: string, studentId: string, draft: GrantDraft, currency: Currency) => ({
  id,
  studentId,
  ruleId: draft.ruleId,
  ownAmount: amountOf(draft, currency),
  fromOn: draft.fromOn,
  untilOn: draft.untilOn === '' ? null : draft.untilOn,
  reason: draft.reason,
  evidenceRef: draft.evidenceRef,
})

/** A discount for a child: by which rule, how much, from when, and why. */
export function GrantSheet({ studentId, rules, currency, onClose, onDone }: GrantSheetProps) {
  const { t } = useTranslation('fees.payers')
  const errorText = useErrorText()
  const formId = useId()
  const [id] = useState(() => uuidv7(machineClock.nowMs(), machineRandom))
  const [draft, setDraft] = useState<GrantDraft>({ ...start, ruleId: rules[0]?.id ?? '' })
  const [wrong, setWrong] = useState<readonly unknown[]>([])
  const { mutate, isPending, error } = useMutation(giveGrant, { onSuccess: onDone })
  const save = (event: SyntheticEvent) => {
    event.preventDefault()
    const read = grantFeeDiscount.body.safeParse(inputOf(id, studentId, draft, currency))
    setWrong(read.success ? [] : read.error.issues.map(({ path }) => path[0]))
    if (read.success) void mutate(read.data)
  }
  return (
    <Sheet
      title={t('grant.add')}
      onClose={onClose}
      size="wide"
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="main" type="submit" form={formId} isWorking={isPending}>
            {t('save')}
          </Button>
        </>
      }
    >
      <form id={formId} className={common.stack} noValidate onSubmit={save}>
        <GrantFields
          draft={draft}
          rules={rules}
          currency={currency}
          wrong={wrong}
          onChange={(part) => setDraft({ ...draft, ...part })}
        />
      </form>
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
    </Sheet>
  )
}
