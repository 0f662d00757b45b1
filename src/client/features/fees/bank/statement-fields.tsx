// chunk: fees
import { useTranslation } from 'react-i18next'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { FileButton } from '#client/ui/fields/file-button.tsx'
import { SelectField } from '#client/ui/fields/select-field.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import { maxStatementBytes } from '#shared/fees/bank/bank-line.contract.ts'

interface StatementFileProps {
  file: File | undefined
  wrong: StatementFault | undefined
  onChoose: (file: File | undefined) => void
}

/** The file, by its name once it is chosen. */
export function StatementFile({ file, wrong, onChoose }: StatementFileProps) {
  const { t } = useTranslation('fees.bank')
  return (
    <>
      <FileButton
        accept=".csv,.tsv,.txt,.xlsx,.sta,.mt940,.940,.xml"
        onChange={({ currentTarget }) => onChoose(currentTarget.files?.[0])}
      >
        {t('import.choose')}
      </FileButton>
      {file && (
        <p role="status" className={common.softLine}>
          <bdi>{file.name}</bdi>
        </p>
      )}
      {(wrong === 'file' || wrong === 'size') && (
        <InlineNotice tone="problem">{t(`import.wrong.${wrong}`)}</InlineNotice>
      )}
    </>
  )
}

interface AccountProps {
  /** Accounts of earlier imports. */
  accounts: readonly string[]
  /** Empty for another account, whose name is typed. */
  chosen: string
  named: string
  isWrong: boolean
  onChoose: (account: string) => void
  onName: (name: string) => void
}

/** The account that the statement is of: one of the earlier ones, or another by its name. */
export function AccountFields({ accounts, chosen, named, isWrong, onChoose, onName }: AccountProps) {
  const { t } = useTranslation('fees.bank')
  return (
    <>
      {accounts.length > 0 && (
        <SelectField label={t('import.account')} value={chosen} onChange={onChoose}>
          {accounts.map((each) => (
            <option key={each}>{each}</option>
          ))}
          <option value="">{t('import.other')}</option>
        </SelectField>
      )}
      {chosen === '' && (
        <TextField
          label={t('import.newAccount')}
          hint={t('import.accountHint')}
          error={isWrong ? t('import.wrong.account') : undefined}
          maxLength={60}
          autoComplete="off"
          value={named}
          onChange={onName}
        />
      )}
    </>
  )
}

export type StatementFault = 'account' | 'file' | 'size'

export function statementFault(account: string, file: File | undefined): StatementFault | undefined {
  if (account === '') return 'account'
  if (!file) return 'file'
  return file.size > maxStatementBytes ? 'size' : undefined
}
