// chunk: fees
import { type SyntheticEvent, useCallback, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { NumberField } from '#client/ui/fields/text-field.tsx'
import facts from '#client/ui/tables/facts.module.css'
import { Failure } from '#client/ui/tables/list-frame.tsx'
import { Money } from '#client/ui/tables/money.tsx'
import type { FeeIntent } from '#shared/fees/online/online-payment.contract.ts'
import { type Currency, currencyExponents, minor } from '#shared/kernel/money.ts'
import { useFeeText } from '../account/hooks/use-fee-text.ts'
import { amountText, readAmount } from '../setup/fee-amounts.ts'
import { bookMismatch, readMismatch } from './online.api.ts'

interface MismatchProps {
  intent: FeeIntent
  onClose: () => void
  onDone: () => void
}

type Said = Awaited<ReturnType<typeof readMismatch>>

const isCurrency = (text: string): text is Currency => Object.hasOwn(currencyExponents, text)

/** Money that came otherwise than it was asked: what the gateway says, and booking it as credit of the payer. */
export function MismatchSheet({ intent, onClose, onDone }: MismatchProps) {
  const { t } = useTranslation('fees.online')
  const errorText = useErrorText()
  const formId = useId()
  const { intentId, currency } = intent
  const { answer: said, failure, again } = useAnswer(useCallback(() => readMismatch(intentId), [intentId]))
  const [typed, setTyped] = useState<string>()
  const [isWrong, setIsWrong] = useState(false)
  const isSame = said?.currency === currency
  const text = typed ?? (isSame ? amountText(said.amount, currency) : '')
  const { mutate, isPending, error } = useMutation(
    (amount: number) => bookMismatch({ intentId, amount: minor(amount) }),
    {
      onSuccess: onDone,
    },
  )
  const book = (event: SyntheticEvent) => {
    event.preventDefault()
    const amount = readAmount(text, currency)
    setIsWrong(!amount)
    if (amount) void mutate(amount)
  }
  return (
    <Sheet
      title={t('mismatch.title')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="main" type="submit" form={formId} disabled={!said?.isPaid} isWorking={isPending}>
            {t('mismatch.book')}
          </Button>
        </>
      }
    >
      <form id={formId} className={common.stack} noValidate onSubmit={book}>
        <p>{t('mismatch.lead')}</p>
        <MismatchFacts intent={intent} said={said} />
        {failure && <Failure text={errorText(failure)} retry={t('retry')} onRetry={again} />}
        {!said && !failure && <p role="status">{t('mismatch.asking')}</p>}
        {said && !said.isPaid && <InlineNotice tone="info">{t('mismatch.notPaid')}</InlineNotice>}
        {said?.isPaid && (
          <NumberField
            label={t('mismatch.amount', { currency })}
            hint={isSame ? undefined : t('mismatch.otherCurrency')}
            error={isWrong ? t('mismatch.wrong') : undefined}
            inputMode="decimal"
            readOnly={isSame}
            value={text}
            onChange={setTyped}
          />
        )}
      </form>
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
    </Sheet>
  )
}

function MismatchFacts({
  intent: { payer, amount, currency, fault },
  said,
}: {
  intent: FeeIntent
  said: Said | undefined
}) {
  const { t } = useTranslation('fees.online')
  const { nameOf } = useFeeText()
  return (
    <dl className={facts.facts}>
      <dt>{t('column.payer')}</dt>
      <dd>
        <bdi>{nameOf(payer)}</bdi>
      </dd>
      <dt>{t('mismatch.asked')}</dt>
      <dd>
        <Money minor={amount} currency={currency} />
      </dd>
      {said && (
        <>
          <dt>{t('mismatch.came')}</dt>
          <dd>
            {said.amount !== null && isCurrency(said.currency) ? (
              <Money minor={said.amount} currency={said.currency} />
            ) : (
              <bdi>{said.currency || '–'}</bdi>
            )}
          </dd>
        </>
      )}
      {fault && (
        <>
          <dt>{t('mismatch.fault')}</dt>
          <dd>{t(`fault.${fault}`)}</dd>
        </>
      )}
    </dl>
  )
}
