// chunk: fees
import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import list from '#client/ui/tables/list-table.module.css'
import { Money } from '#client/ui/tables/money.tsx'
import type { FeeDocumentRow } from '#shared/fees/fee-document.contract.ts'
import { useFeeText } from '../hooks/use-fee-text.ts'
import css from './fees.module.css'

interface DocumentProps {
  documents: readonly FeeDocumentRow[]
  /** Whether more than one person pays, so that it matters whose a document is. */
  hasPayers: boolean
  onOpen: (document: FeeDocumentRow) => void
}

/** Invoices, credit notes, receipts and refunds, the latest first. */
export function DocumentTable({ documents, hasPayers, onOpen }: DocumentProps) {
  const { t } = useTranslation('fees.desk')
  const format = useFormat()
  const { nameOf } = useFeeText()
  return (
    <section aria-label={t('document.title')}>
      <h2 className={css.heading}>{t('document.title')}</h2>
      {documents.length === 0 && <p>{t('document.none')}</p>}
      {documents.length > 0 && (
        <table className={`${list.table} ${css.amounts}`}>
          <thead>
            <tr>
              <th scope="col">{t('document.column.number')}</th>
              <th scope="col">{t('document.column.kind')}</th>
              <th scope="col">{t('document.column.issued')}</th>
              {hasPayers && <th scope="col">{t('document.column.payer')}</th>}
              <th scope="col" className={css.amount}>
                {t('document.column.total')}
              </th>
            </tr>
          </thead>
          <tbody>
            {documents.map((document) => (
              <tr key={document.documentId}>
                <th scope="row">
                  <button
                    type="button"
                    className={list.open}
                    aria-label={`${t(`document.kind.${document.kind}`)} ${document.number}`}
                    onClick={() => onOpen(document)}
                  >
                    <bdi dir="ltr" className="num">
                      {document.number}
                    </bdi>
                  </button>
                </th>
                <td>{t(`document.kind.${document.kind}`)}</td>
                <td>
                  <bdi>{format.day(document.issuedAt)}</bdi>
                </td>
                {hasPayers && (
                  <td>
                    <bdi>{nameOf(document.payer)}</bdi>
                  </td>
                )}
                <td className={css.amount} data-label={t('document.column.total')}>
                  <Money bare minor={document.total} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
