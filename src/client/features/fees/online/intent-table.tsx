// chunk: fees
import { useTranslation } from 'react-i18next'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import list from '#client/ui/tables/list-table.module.css'
import { Money } from '#client/ui/tables/money.tsx'
import type { FeeIntent } from '#shared/fees/online/online-payment.contract.ts'
import css from '../account/components/fees.module.css'
import { useFeeText } from '../account/hooks/use-fee-text.ts'
import { askIntent } from './online.api.ts'

interface IntentTableProps {
  intents: readonly FeeIntent[]
  onChanged: () => void
  /** A person is to decide about a payment that came otherwise than it was asked. */
  onDecide: (intent: FeeIntent) => void
}

/** Payments that were begun at a gateway, each with its state. */
export function IntentTable({ intents, onChanged, onDecide }: IntentTableProps) {
  const { t } = useTranslation('fees.online')
  return (
    <table className={`${list.table} ${css.amounts}`}>
      <thead>
        <tr>
          <th scope="col">{t('column.payer')}</th>
          <th scope="col">{t('column.begun')}</th>
          <th scope="col">{t('column.gateway')}</th>
          <th scope="col" className={css.amount}>
            {t('column.amount')}
          </th>
          <th scope="col">{t('column.state')}</th>
          <th scope="col">{t('column.next')}</th>
        </tr>
      </thead>
      <tbody>
        {intents.map((intent) => (
          <IntentRow key={intent.intentId} intent={intent} onChanged={onChanged} onDecide={() => onDecide(intent)} />
        ))}
      </tbody>
    </table>
  )
}

function IntentRow({
  intent,
  onChanged,
  onDecide,
}: Pick<IntentTableProps, 'onChanged'> & { intent: FeeIntent; onDecide: () => void }) {
  const { t } = useTranslation('fees.online')
  const { nameOf } = useFeeText()
  const format = useFormat()
  const may = useRights()
  const { payer, isTopUp, gateway, amount, currency, state, fault, createdAt, expiresAt, paidAt, unmet } = intent
  return (
    <tr>
      <th scope="row">
        <bdi>{nameOf(payer)}</bdi>
        {isTopUp && <small>{t('topUp')}</small>}
      </th>
      <td>
        <bdi>{format.dateTime(createdAt)}</bdi>
      </td>
      <td>{t(`gateway.${gateway}`)}</td>
      <td className={css.amount} data-label={t('column.amount')}>
        <Money minor={amount} currency={currency} />
      </td>
      <td>
        <span className={common.chip}>{t(`state.${state}`)}</span>
        {fault && <small>{t(`fault.${fault}`)}</small>}
        {state === 'open' && <small className={list.soft}>{t('until', { at: format.dateTime(expiresAt) })}</small>}
        {paidAt && <small className={list.soft}>{t('paidAt', { at: format.dateTime(paidAt) })}</small>}
        {unmet > 0 && (
          <small className={list.soft}>
            {t('unmet')} <Money bare minor={unmet} />
          </small>
        )}
      </td>
      <td>{may('fees.receive') && <IntentActions intent={intent} onChanged={onChanged} onDecide={onDecide} />}</td>
    </tr>
  )
}

/** States in which money may still come, so that asking may help. */
const living: readonly FeeIntent['state'][] = ['new', 'open', 'failed', 'expired', 'replaced']

function IntentActions({
  intent: { intentId, state },
  onChanged,
  onDecide,
}: Pick<IntentTableProps, 'onChanged'> & { intent: FeeIntent; onDecide: () => void }) {
  const { t } = useTranslation('fees.online')
  const errorText = useErrorText()
  const { mutate, isPending, error } = useMutation(askIntent, { onSuccess: onChanged })
  return (
    <>
      <div className={common.actions}>
        {living.includes(state) && (
          <Button kind="quiet" isWorking={isPending} onClick={() => void mutate(intentId)}>
            {t('ask')}
          </Button>
        )}
        {state === 'mismatch' && <Button onClick={onDecide}>{t('decide')}</Button>}
      </div>
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
    </>
  )
}
