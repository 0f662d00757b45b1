import { useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { ExportButton } from '#client/platform/files/export-button.tsx'
import { useAnswer } from '#client/platform/use-answer.ts'
import common from '#client/ui/common.module.css'
import { TextField } from '#client/ui/fields/text-field.tsx'
import { ListFrame } from '#client/ui/tables/list-frame.tsx'
import list from '#client/ui/tables/list-table.module.css'
import { holdersFound } from '#shared/pos/holders-found.rules.ts'
import type { AccountHolder } from '#shared/pos/pupil-account.contract.ts'
import { exportBalances, listHolders } from './accounts.api.ts'
import { readAccount } from './accounts-search.ts'
import { AccountSheet } from './components/account-sheet.tsx'
import css from './components/accounts.module.css'

/** Rows that are drawn at once: a whole school would make every key press slow. */
const maxShown = 60

/** Whose account it is; what the school pays for whom stands in no list. */
export function AccountsScreen() {
  const { t } = useTranslation('pos.pupil-accounts')
  const errorText = useErrorText()
  const { answer: holders, failure, again } = useAnswer(listHolders)
  const [query, setQuery] = useState('')
  const address = useSearch({ from: '/_authenticated/pos/CustomerAccountSummary' })
  const [open, setOpen] = useState<AccountHolder['customerId'] | undefined>(() => readAccount(address))
  const shown = useMemo(() => holders && holdersFound(holders, query), [holders, query])
  return (
    <ListFrame
      title={t('title')}
      tools={<ExportButton list="balances" of={shown} fetchFile={(how) => exportBalances(query, how)} />}
      failure={failure && { text: errorText(failure), retry: t('retry'), onRetry: again }}
      loading={holders || failure ? undefined : t('loading')}
    >
      {shown && (
        <>
          <search className={css.search}>
            <TextField
              label={t('search')}
              type="search"
              autoComplete="off"
              maxLength={100}
              value={query}
              onChange={setQuery}
            />
          </search>
          <p role="status" className={common.soft}>
            {t('found', { count: shown.length })}
          </p>
          <Holders holders={shown.slice(0, maxShown)} onOpen={setOpen} />
          {shown.length > maxShown && <p className={common.soft}>{t('more')}</p>}
        </>
      )}
      {open && <AccountSheet key={open} customerId={open} onClose={() => setOpen(undefined)} />}
    </ListFrame>
  )
}

interface HoldersProps {
  holders: readonly AccountHolder[]
  onOpen: (id: AccountHolder['customerId']) => void
}

function Holders({ holders, onOpen }: HoldersProps) {
  const { t } = useTranslation('pos.pupil-accounts')
  const pick = useBilingual()
  if (holders.length === 0) return null
  return (
    <table className={list.table}>
      <thead>
        <tr>
          <th scope="col">{t('column.name')}</th>
          <th scope="col">{t('column.class')}</th>
        </tr>
      </thead>
      <tbody>
        {holders.map(({ customerId, name, className, admissionNo }) => (
          <tr key={customerId}>
            <th scope="row">
              <button type="button" className={list.open} onClick={() => onOpen(customerId)}>
                <bdi>{pick(name)}</bdi>
              </button>{' '}
              <span className={list.soft}>
                <bdi dir="ltr" className="num">
                  {admissionNo}
                </bdi>
              </span>
            </th>
            <td>
              <bdi>{className}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
