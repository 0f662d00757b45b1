// chunk: fees
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { Button } from '#client/ui/button.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import facts from '#client/ui/tables/facts.module.css'
import { Failure, Loading } from '#client/ui/tables/list-frame.tsx'
import list from '#client/ui/tables/list-table.module.css'
import { Money } from '#client/ui/tables/money.tsx'
import type { DocumentLine, FeeDocument, FeeDocumentRow } from '#shared/fees/fee-document.contract.ts'
import { readFeeDocument } from '../fee-account.api.ts'
import { useFeeText } from '../hooks/use-fee-text.ts'
import css from './fees.module.css'

interface DocumentProps {
  row: FeeDocumentRow
  onClose: () => void
  /** Begins a credit note on it; undefined where none is possible. */
  onCredit?: (() => void) | undefined
}

/** An invoice, credit note or refund as it was issued. */
export function DocumentSheet({ row, onClose, onCredit }: DocumentProps) {
  const { t } = useTranslation('fees.desk')
  const errorText = useErrorText()
  const { documentId, kind, number } = row
  const { answer, failure, again } = useAnswer(useCallback(() => readFeeDocument(documentId), [documentId]))
  return (
    <Sheet
      title={
        <>
          {t(`document.kind.${kind}`)}{' '}
          <bdi dir="ltr" className="num">
            {number}
          </bdi>
        </>
      }
      size="wide"
      onClose={onClose}
      footer={
        <>
          {onCredit && <Button onClick={onCredit}>{t('credit.begin')}</Button>}
          <Button onClick={onClose}>{t('close')}</Button>
        </>
      }
    >
      {failure && <Failure text={errorText(failure)} retry={t('retry')} onRetry={again} />}
      {!answer && !failure && <Loading>{t('loading')}</Loading>}
      {answer && <Whole document={answer} />}
    </Sheet>
  )
}

function Whole({ document }: { document: FeeDocument }) {
  const { t } = useTranslation('fees.desk')
  const format = useFormat()
  const pick = useBilingual()
  const { nameOf, childName, dayOf } = useFeeText()
  const { payer, children, issuedAt, dueOn, lines, reason, by, verifyCode } = document
  const said: [string, React.ReactNode][] = [
    [t('document.column.payer'), <bdi key="payer">{nameOf(payer)}</bdi>],
    [t('document.child'), children.map((child) => <bdi key={child.studentId}>{childName(child)} </bdi>)],
    [t('document.column.issued'), format.day(issuedAt)],
    [t('item.column.due'), dueOn && dayOf(dueOn)],
    [t('document.reason'), reason && <bdi key="reason">{reason}</bdi>],
    [t('document.by'), by && pick(by.name)],
    [
      t('document.code'),
      <bdi key="code" dir="ltr">
        {verifyCode}
      </bdi>,
    ],
  ]
  return (
    <>
      <dl className={facts.facts}>
        {said
          .filter(([, value]) => Boolean(value))
          .map(([label, value]) => (
            <Fact key={label} label={label}>
              {value}
            </Fact>
          ))}
      </dl>
      {lines.length > 0 && <Lines lines={lines} />}
      <Totals document={document} />
    </>
  )
}

const Fact = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </>
)

function Lines({ lines }: { lines: readonly DocumentLine[] }) {
  const { t } = useTranslation('fees.desk')
  const pick = useBilingual()
  return (
    <table className={`${list.table} ${css.amounts}`}>
      <thead>
        <tr>
          <th scope="col">{t('item.column.item')}</th>
          <th scope="col" className={css.amount}>
            {t('item.column.tax')}
          </th>
          <th scope="col" className={css.amount}>
            {t('document.column.total')}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ chargeId, name, part, tax, total }, no) => (
          <tr key={chargeId ?? no}>
            <th scope="row">
              <bdi>{chargeId === null ? pick(name) : t('item.name', { component: pick(name), part })}</bdi>
            </th>
            <td className={css.amount} data-label={t('item.column.tax')}>
              {tax === 0 ? '–' : <Money bare minor={tax} />}
            </td>
            <td className={css.amount} data-label={t('document.column.total')}>
              <Money bare minor={total} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Totals({ document: { kind, currency, totals, applied, open } }: { document: FeeDocument }) {
  const { t } = useTranslation('fees.desk')
  return (
    <dl className={facts.facts}>
      {totals.discount !== 0 && (
        <Fact label={t('item.column.discount')}>
          <Money minor={totals.discount} currency={currency} />
        </Fact>
      )}
      {totals.tax !== 0 && (
        <Fact label={t('item.column.tax')}>
          <Money minor={totals.tax} currency={currency} />
        </Fact>
      )}
      <Fact label={t('item.total')}>
        <strong>
          <Money minor={totals.total} currency={currency} />
        </strong>
      </Fact>
      {applied !== 0 && (
        <Fact label={t('document.applied')}>
          <Money minor={applied} currency={currency} />
        </Fact>
      )}
      {kind === 'invoice' && (
        <Fact label={t('item.column.open')}>
          <Money minor={open} currency={currency} />
        </Fact>
      )}
    </dl>
  )
}
