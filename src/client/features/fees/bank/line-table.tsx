// chunk: fees
import { useTranslation } from 'react-i18next'
import common from '#client/ui/common.module.css'
import list from '#client/ui/tables/list-table.module.css'
import { Money } from '#client/ui/tables/money.tsx'
import type { BankLine, BankLineState } from '#shared/fees/bank/bank-line.contract.ts'
import css from '../account/components/fees.module.css'
import { useFeeText } from '../account/hooks/use-fee-text.ts'

interface LineTableProps {
  lines: readonly BankLine[]
  state: BankLineState
  onOpen: (line: BankLine) => void
}

/** Lines of statements: their texts open the panel. */
export function LineTable({ lines, state, onOpen }: LineTableProps) {
  const { t } = useTranslation('fees.bank')
  return (
    <table className={`${list.table} ${css.amounts}`}>
      <thead>
        <tr>
          <th scope="col">{t('column.text')}</th>
          <th scope="col">{t('column.bookedOn')}</th>
          <th scope="col">{t(state === 'doubtful' ? 'column.candidates' : 'column.payer')}</th>
          <th scope="col" className={css.amount}>
            {t('column.amount')}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <LineRow key={line.lineId} line={line} onOpen={() => onOpen(line)} />
        ))}
      </tbody>
    </table>
  )
}

function LineRow({ line, onOpen }: { line: BankLine; onOpen: () => void }) {
  const { t } = useTranslation('fees.bank')
  const { dayOf, nameOf } = useFeeText()
  const { text, reference, bookedOn, account, amount, currency, state, payer, candidates, matchedBy, paymentId } = line
  return (
    <tr>
      <th scope="row">
        <button type="button" className={list.open} onClick={onOpen}>
          <bdi>{text || reference || t('noText')}</bdi>
        </button>
        {text !== '' && reference !== '' && (
          <small className={list.soft}>
            <bdi dir="ltr">{reference}</bdi>
          </small>
        )}
      </th>
      <td>
        <bdi>{dayOf(bookedOn)}</bdi>
        <small className={list.soft}>
          <bdi>{account}</bdi>
        </small>
      </td>
      <td>
        {state === 'doubtful' &&
          (candidates.length === 0 ? (
            <span className={list.soft}>{t('nobody')}</span>
          ) : (
            candidates.map((each) => (
              <small key={each.payerId}>
                <bdi>{nameOf(each)}</bdi>
              </small>
            ))
          ))}
        {payer && (
          <>
            <bdi>{nameOf(payer)}</bdi> {matchedBy && <span className={common.chip}>{t(`by.${matchedBy}`)}</span>}
            {paymentId === null && <small className={list.soft}>{t('notBooked')}</small>}
          </>
        )}
      </td>
      <td className={css.amount} data-label={t('column.amount')}>
        <Money minor={amount} currency={currency} />
      </td>
    </tr>
  )
}
