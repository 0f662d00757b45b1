// chunk: fees
import { useTranslation } from 'react-i18next'
import common from '#client/ui/common.module.css'
import { DateField, TextField } from '#client/ui/fields/text-field.tsx'
import type { DraftProblem, PaymentDraft } from '../payment-draft.ts'
import css from './receipt.module.css'

interface ChequeFieldsProps {
  draft: PaymentDraft
  /** Attributes of a field that is not right yet. */
  marked: (problem: DraftProblem) => object
  onChange: (draft: PaymentDraft) => void
}

/** What stands on a cheque: the bank, the account it is drawn on, its number and its date, which may be to come. */
export function ChequeFields({ draft, marked, onChange }: ChequeFieldsProps) {
  const { t } = useTranslation('fees.desk')
  return (
    <>
      <TextField
        label={t('take.cheque.bank')}
        maxLength={80}
        autoComplete="off"
        value={draft.bank}
        {...marked('bank')}
        onChange={(bank) => onChange({ ...draft, bank })}
      />
      <div className={css.fields}>
        <TextField
          label={t('take.cheque.account')}
          dir="ltr"
          maxLength={40}
          autoComplete="off"
          value={draft.account}
          {...marked('account')}
          onChange={(account) => onChange({ ...draft, account })}
        />
        <TextField
          label={t('take.cheque.number')}
          dir="ltr"
          maxLength={40}
          autoComplete="off"
          value={draft.reference}
          {...marked('number')}
          onChange={(reference) => onChange({ ...draft, reference })}
        />
        <DateField
          label={t('take.cheque.dated')}
          value={draft.datedOn}
          {...marked('dated')}
          onChange={(datedOn) => onChange({ ...draft, datedOn })}
        />
      </div>
      <p className={common.soft}>{t('take.chequeNote')}</p>
    </>
  )
}
