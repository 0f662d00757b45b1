// chunk: fees
import { type SyntheticEvent, useCallback, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { Failure } from '#client/ui/tables/list-frame.tsx'
import { machineClock, machineRandom } from '#local/kernel/machine.ts'
import { type FeeDiscountRule, grantFeeDiscount } from '#shared/fees/setup/fee-discount.contract.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import type { Currency } from '#shared/kernel/money.ts'
import { readAmount, readPercent } from '../setup/fee-amounts.ts'
import { type GrantDraft, GrantFields } from './grant-fields.tsx'
import { fetchGrants, giveGrant } from './grant.api.ts'
import { GrantLine } from './grant-line.tsx'

interface GrantSectionProps {
  studentId: string
  /** Rules of the school; sibling rules are left out here. */
  rules: readonly FeeDiscountRule[]
  currency: Currency
  onChanged?: (() => void) | undefined
}

/** Discounts granted to a child: those that hold, wait or have ended, and a new one. Load the words of `fees.payers` before. */
export function GrantSection({ studentId, rules, currency, onChanged }: GrantSectionProps) {
  const { t } = useTranslation('fees.payers')
  const errorText = useErrorText()
  const may = useRights()
  const titleId = useId()
  const { answer, failure, again } = useAnswer(useCallback(() => fetchGrants(studentId), [studentId]))
  const [isOpen, setIsOpen] = useState(false)
  const changed = () => {
    setIsOpen(false)
    again()
    onChanged?.()
  }
  const granted = rules.filter(({ kind, isRetired }) => kind !== 'sibling' && !isRetired)
  return (
    <section className={common.stack} aria-labelledby={titleId}>
      <h2 id={titleId} className={common.heading}>
        {t('grant.title')}
      </h2>
      {failure && <Failure text={errorText(failure)} retry={t('retry')} onRetry={again} />}
      {answer?.length === 0 && <p className={common.softLine}>{t('grant.none')}</p>}
      {answer && (
        <ul className={common.list}>
          {answer.map((grant) => (
            <GrantLine key={grant.id} grant={grant} rules={rules} currency={currency} onChanged={changed} />
          ))}
        </ul>
      )}
      {may('fees.discount') && granted.length > 0 && (
        <div className={common.actions}>
          <Button onClick={() => setIsOpen(true)}>{t('grant.add')}</Button>
        </div>
      )}
      {isOpen && (
        <GrantSheet
          studentId={studentId}
          rules={granted}
          currency={currency}
          onClose={() => setIsOpen(false)}
          onDone={changed}
        />
      )}
    </section>
  )
}

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
function GrantSheet({ studentId, rules, currency, onClose, onDone }: GrantSheetProps) {
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
