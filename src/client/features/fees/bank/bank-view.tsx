// chunk: fees
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useHeard, useRefresh } from '#client/platform/use-refresh.ts'
import { Button } from '#client/ui/button.tsx'
import { ListFrame } from '#client/ui/tables/list-frame.tsx'
import { listImports } from './bank.api.ts'
import { ImportList } from './import-list.tsx'
import { ImportStatementSheet } from './import-statement-sheet.tsx'
import { LineList } from './line-list.tsx'

const refreshMs = 1500

/** Bank statements: importing one, how far its booking is, and the lines on which a person decides. */
export function BankView() {
  const { t } = useTranslation('fees.bank')
  const errorText = useErrorText()
  const { answer, failure, again, heard } = useHeard(listImports)
  const [isImporting, setIsImporting] = useState(false)
  const [round, setRound] = useState(0)
  const isRunning = answer?.imports.some(({ state }) => state === 'running') ?? false
  useRefresh({ again, heard }, isRunning ? refreshMs : undefined)
  // What is booked meanwhile is in the list once all is.
  const settled = `${round} ${isRunning}`
  const changed = () => {
    setRound((before) => before + 1)
    again()
  }
  const accounts = answer?.accounts ?? []
  return (
    <ListFrame
      isWide
      title={t('title')}
      tools={
        <Button kind="main" disabled={!answer} onClick={() => setIsImporting(true)}>
          {t('import.open')}
        </Button>
      }
      failure={failure && { text: errorText(failure), retry: t('retry'), onRetry: again }}
      loading={answer || failure ? undefined : t('loading')}
    >
      {answer && <ImportList imports={answer.imports} count={answer.count} onChanged={changed} />}
      {answer && answer.imports.length > 0 && <LineList accounts={accounts} round={settled} onChanged={changed} />}
      {isImporting && (
        <ImportStatementSheet accounts={accounts} onClose={() => setIsImporting(false)} onImported={changed} />
      )}
    </ListFrame>
  )
}
