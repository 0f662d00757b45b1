// chunk: fees
import { useTranslation } from 'react-i18next'
import { RadioChoices } from '#client/ui/fields/choices.tsx'
import type { BankLine } from '#shared/fees/bank/bank-line.contract.ts'
import { useFeeText } from '../account/hooks/use-fee-text.ts'
import { isolated } from '../isolated.ts'
import { type FoundPayer, type LineChoice, offeredChoices } from './line-choice.ts'

interface LineChoicesProps {
  line: BankLine
  found: readonly FoundPayer[]
  value: LineChoice | undefined
  onChange: (choice: LineChoice) => void
}

const keyOf = ({ payerId, paymentId }: LineChoice): string => `${payerId ?? ''} ${paymentId ?? ''}`

/** What may be decided about a line: each transfer of the desk to link it to, each payer, and that it is not for fees. */
export function LineChoices({ line, found, value, onChange }: LineChoicesProps) {
  const { t } = useTranslation('fees.bank')
  const { nameOf, dayOf } = useFeeText()
  const choices = offeredChoices(line, found).map((offered) => {
    if (offered.kind === 'none') return { choice: offered.choice, word: t('choice.none') }
    const name = isolated(nameOf(offered.payer))
    if (offered.kind !== 'link') return { choice: offered.choice, word: t(`choice.${offered.kind}`, { name }) }
    const { receivedOn, reference } = offered.payment
    const on = dayOf(receivedOn)
    return { choice: offered.choice, word: t('choice.link', { name, on, reference: isolated(reference || '–') }) }
  })
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
