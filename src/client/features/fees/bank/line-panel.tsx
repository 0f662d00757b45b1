// chunk: fees
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { SidePanel } from '#client/ui/feedback/side-panel.tsx'
import { RadioChoices } from '#client/ui/fields/choices.tsx'
import facts from '#client/ui/tables/facts.module.css'
import { Money } from '#client/ui/tables/money.tsx'
import type { BankLine } from '#shared/fees/bank/bank-line.contract.ts'
import type { PayerName } from '#shared/fees/fee-values.contract.ts'
import { useFeeText } from '../account/hooks/use-fee-text.ts'
import { isolated } from '../isolated.ts'
import { FindPayer } from '../payers/find-payer.tsx'
import { decideLine, findTransfers } from './bank.api.ts'
import { firstChoice, type FoundPayer, type LineChoice, offeredChoices } from './line-choice.ts'

interface LinePanelProps {
  line: BankLine
  onClose: () => void
  onDone: () => void
}

/** One line of a statement: a person decides whose money it is, links it to a payment, or sets it aside; also once more. */
export function LinePanel({ line, onClose, onDone }: LinePanelProps) {
  const { t } = useTranslation('fees.bank')
  const errorText = useErrorText()
  const [found, setFound] = useState<FoundPayer[]>([])
  const [choice, setChoice] = useState<LineChoice>()
  const { lineId, state, payer } = line
  const { mutate, isPending, error } = useMutation(
    (chosen: LineChoice) =>
      decideLine({ lineId, ...chosen, movedFrom: state === 'matched' ? (payer?.payerId ?? null) : null }),
    { onSuccess: onDone },
  )
  const finding = useMutation(
    async (other: PayerName) => ({ payer: other, payments: await findTransfers(lineId, other.payerId) }),
    {
      onSuccess: (other) => {
        setFound((before) => [other, ...before.filter((each) => each.payer.payerId !== other.payer.payerId)])
        setChoice(firstChoice(line, other))
      },
    },
  )
  const failure = error ?? finding.error
  return (
    <SidePanel
      title={t('line.title')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="main" disabled={!choice} isWorking={isPending} onClick={() => choice && void mutate(choice)}>
            {t(state === 'matched' ? 'line.move' : 'line.decide')}
          </Button>
        </>
      }
    >
      <div className={common.stack}>
        <LineFacts line={line} />
        {state === 'matched' && <InlineNotice tone="info">{t('line.moveHint')}</InlineNotice>}
        <LineChoices line={line} found={found} value={choice} onChange={setChoice} />
        <FindPayer
          known={[]}
          onFound={({ id, kind, nameLatin, nameArabic }) =>
            void finding.mutate({ payerId: id, kind, nameLatin, nameArabic })
          }
        />
        {failure && <InlineNotice tone="problem">{errorText(failure)}</InlineNotice>}
      </div>
    </SidePanel>
  )
}

function LineFacts({ line: { bookedOn, account, amount, currency, text, reference, payer } }: { line: BankLine }) {
  const { t } = useTranslation('fees.bank')
  const { dayOf, nameOf } = useFeeText()
  return (
    <dl className={facts.facts}>
      <dt>{t('column.amount')}</dt>
      <dd>
        <Money minor={amount} currency={currency} />
      </dd>
      <dt>{t('column.bookedOn')}</dt>
      <dd>
        <bdi>{dayOf(bookedOn)}</bdi> · <bdi>{account}</bdi>
      </dd>
      <dt>{t('column.text')}</dt>
      <dd>
        <bdi>{text || '–'}</bdi>
      </dd>
      <dt>{t('column.reference')}</dt>
      <dd>
        <bdi dir="ltr">{reference || '–'}</bdi>
      </dd>
      {payer && (
        <>
          <dt>{t('column.payer')}</dt>
          <dd>
            <bdi>{nameOf(payer)}</bdi>
          </dd>
        </>
      )}
    </dl>
  )
}

interface LineChoicesProps {
  line: BankLine
  found: readonly FoundPayer[]
  value: LineChoice | undefined
  onChange: (choice: LineChoice) => void
}

const keyOf = ({ payerId, paymentId }: LineChoice): string => `${payerId ?? ''} ${paymentId ?? ''}`

/** What may be decided about a line: each transfer of the desk to link it to, each payer, and that it is not for fees. */
function LineChoices({ line, found, value, onChange }: LineChoicesProps) {
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
