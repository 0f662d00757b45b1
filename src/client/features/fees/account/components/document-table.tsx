// chunk: fees
import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import { SaveButton } from '#client/platform/files/save-button.tsx'
import list from '#client/ui/tables/list-table.module.css'
import { Money } from '#client/ui/tables/money.tsx'
import type { FeeDocumentRow } from '#shared/fees/fee-document.contract.ts'
import { saveFeePaper } from '../fee-account.api.ts'
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
              <th scope="col">{t('document.column.file')}</th>
            </tr>
          </thead>
          <tbody>
            {documents.map((document) => (
              <DocumentLine
                key={document.documentId}
                document={document}
                hasPayers={hasPayers}
                onOpen={() => onOpen(document)}
              />
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

interface LineProps extends Pick<DocumentProps, 'hasPayers'> {
  document: FeeDocumentRow
  onOpen: () => void
}

function DocumentLine({ document, hasPayers, onOpen }: LineProps) {
  const { t } = useTranslation('fees.desk')
  const format = useFormat()
  const { nameOf } = useFeeText()
  const { documentId, kind, number, issuedAt, payer, total } = document
  return (
    <tr>
      <th scope="row">
        <button
          type="button"
          className={list.open}
          aria-label={`${t(`document.kind.${kind}`)} ${number}`}
          onClick={onOpen}
        >
          <bdi dir="ltr" className="num">
            {number}
          </bdi>
        </button>
      </th>
      <td>{t(`document.kind.${kind}`)}</td>
      <td>
        <bdi>{format.day(issuedAt)}</bdi>
      </td>
      {hasPayers && (
        <td>
          <bdi>{nameOf(payer)}</bdi>
        </td>
      )}
      <td className={css.amount} data-label={t('document.column.total')}>
        <Money bare minor={total} />
      </td>
      <td>
        <SaveButton className={css.save} working={t('document.saving')} onSave={() => saveFeePaper(documentId)}>
          {t('document.save')} <span className="visually-hidden">{number}</span>
        </SaveButton>
      </td>
    </tr>
  )
}
