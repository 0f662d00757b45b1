import { Button } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { ExportButton } from '#client/platform/files/export-button.tsx'
import frame from '#client/ui/tables/list-frame.module.css'
import { ListFrame } from '#client/ui/tables/list-frame.tsx'
import { TransactionSentence } from './components/transaction-sentence.tsx'
import { TransactionTable } from './components/transaction-table.tsx'
import { useDeviceRows } from './hooks/use-device-rows.ts'
import { useTransactions } from './hooks/use-transactions.ts'
import { exportTransactions } from './pos-report.api.ts'
import css from './transaction-report-screen.module.css'
import { readTransactionSearch } from './transaction-search.ts'

/** One row per sale, void and movement of cash, with whether it has arrived. Cut off, the device's own rows stay. */
export function TransactionReportScreen() {
  const { t } = useTranslation('pos.reports')
  const errorText = useErrorText()
  const search = readTransactionSearch(useSearch({ from: '/_authenticated/pos/transaction-report' }))
  const [text, setText] = useState('')
  const asked = useDeferredValue(text.trim())
  const filter = { ...search, ...(asked && { text: asked }) }
  const navigate = useNavigate({ from: '/pos/transaction-report' })
  const own = useDeviceRows()
  const { rows, next, failure, isLoading, more, retry } = useTransactions(filter, own.length)
  const isEmpty = rows?.length === 0 && own.length === 0
  const hasFilter = Object.keys(filter).length > 0
  const hasTable = own.length > 0 || (rows !== undefined && rows.length > 0)
  return (
    <ListFrame
      isWide
      title={t('title')}
      tools={
        <>
          <ExportButton list="sales" of={rows} fetchFile={(how) => exportTransactions(filter, how)} />
        </>
      }
      failure={
        failure && { text: failure === 'L000' ? t('cutOff') : errorText(failure), retry: t('retry'), onRetry: retry }
      }
      empty={isEmpty ? { title: t('empty.title'), text: t(hasFilter ? 'empty.filtered' : 'empty.text') } : undefined}
    >
      <TransactionSentence
        search={search}
        text={text}
        seen={(rows ?? []).map(({ till }) => till)}
        onChange={(change) => void navigate({ search: change, replace: true })}
        onText={setText}
      />
      {hasTable && <TransactionTable own={own} rows={rows ?? []} />}
      <p className={css.foot} role="status">
        {isLoading && <span className={frame.late}>{t('loading')}</span>}
        {next && !isLoading && (
          <Button variant="default" onClick={() => void more()}>
            {t('more')}
          </Button>
        )}
        {rows && !next && !isLoading && rows.length > 0 && t('all', { count: rows.length })}
      </p>
    </ListFrame>
  )
}
