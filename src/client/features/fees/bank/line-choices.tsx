// chunk: fees
import { useTranslation } from 'react-i18next'
import { RadioChoices } from '#client/ui/fields/choices.tsx'
import type { BankLine } from '#shared/fees/bank/bank-line.contract.ts'
import type { PayerName } from '#shared/fees/fee-values.contract.ts'
import { useFeeText } from '../account/hooks/use-fee-text.ts'

/** Whose money a line is, and the payment that it is linked to; without a payer it is not for fees. */
export interface LineChoice {
  payerId: string | null
  paymentId: string | null
}

interface LineChoicesProps {
  line: BankLine
  /** Payers that somebody has looked for. */
  found: readonly PayerName[]
  value: LineChoice | undefined
  onChange: (choice: LineChoice) => void
}

const keyOf = ({ payerId, paymentId }: LineChoice): string => `${payerId ?? ''} ${paymentId ?? ''}`

/** What may be decided about a line: each transfer of the desk to link it to, each candidate, and that it is not for fees. */
export function LineChoices({
  line: { candidates, payments, payer, state },
  found,
  value,
  onChange,
}: LineChoicesProps) {
  const { t } = useTranslation('fees.bank')
  const { nameOf, dayOf } = useFeeText()
  const payers = [...candidates, ...found].filter(
    ({ payerId }, at, all) => payerId !== payer?.payerId && all.findIndex((each) => each.payerId === payerId) === at,
  )
  const nameFor = (id: string) => {
    const payerNamed = payers.find(({ payerId }) => payerId === id)
    return payerNamed ? nameOf(payerNamed) : ''
  }
  const choices: { choice: LineChoice; word: string }[] = [
    ...payments.map(({ payerId, paymentId, receivedOn, reference }) => ({
      choice: { payerId, paymentId },
      word: t('choice.link', { name: nameFor(payerId), on: dayOf(receivedOn), reference: reference || '–' }),
    })),
    ...payers.map((each) => ({
      choice: { payerId: each.payerId, paymentId: null },
      word: t('choice.payer', { name: nameOf(each) }),
    })),
    ...(state === 'ignored' ? [] : [{ choice: { payerId: null, paymentId: null }, word: t('choice.none') }]),
  ]
  return (
    <RadioChoices
      title={t('choice.title')}
      name="bank-line"
      values={choices.map(({ choice }) => keyOf(choice))}
      chosen={value ? keyOf(value) : '-'}
      word={(key) => choices.find(({ choice }) => keyOf(choice) === key)?.word ?? ''}
      onChoose={(key) => {
        const chosen = choices.find(({ choice }) => keyOf(choice) === key)
        if (chosen) onChange(chosen.choice)
      }}
    />
  )
}
