// chunk: fees
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { useHeard, useRefresh } from '#client/platform/use-refresh.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { JobProgress } from '#client/ui/feedback/job-progress.tsx'
import { Empty, ListFrame } from '#client/ui/tables/list-frame.tsx'
import type { BankImport } from '#shared/fees/bank/bank-import.contract.ts'
import css from '../account/components/fees.module.css'
import overview from '../overview/components/overview.module.css'
import { ShownOf } from '../overview/components/shown-of.tsx'
import { listImports, resumeImport, stopImport } from './bank.api.ts'
import { ImportStatementSheet } from './import-statement-sheet.tsx'
import { LineList } from './line-list.tsx'
import { LineProblems } from './line-problems.tsx'

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

interface ImportListProps {
  imports: readonly BankImport[]
  /** Of all, where fewer are listed. */
  count: number
  onChanged: () => void
}

/** Imports that are not booked yet, and below them the earlier ones. */
function ImportList({ imports, count, onChanged }: ImportListProps) {
  const { t } = useTranslation('fees.bank')
  if (imports.length === 0) return <Empty title={t('empty.title')} text={t('empty.text')} />
  const open = imports.filter(({ state }) => state !== 'done')
  const done = imports.filter(({ state }) => state === 'done')
  return (
    <>
      {open.length > 0 && <Cards imports={open} onChanged={onChanged} />}
      {done.length > 0 && (
        <details>
          <summary className={css.summary}>{t('imports', { count: count - open.length })}</summary>
          <Cards imports={done} onChanged={onChanged} />
          <ShownOf shown={imports.length} count={count} />
        </details>
      )}
    </>
  )
}

const Cards = ({ imports, onChanged }: Omit<ImportListProps, 'count'>) => (
  <ul className={common.list}>
    {imports.map((each) => (
      <li key={each.importId}>
        <ImportCard of={each} onChanged={onChanged} />
      </li>
    ))}
  </ul>
)

/** One import: what became of its lines, and the way to stop its booking or to go on. */
function ImportCard({ of, onChanged }: { of: BankImport; onChanged: () => void }) {
  const { t } = useTranslation('fees.bank')
  const format = useFormat()
  const pick = useBilingual()
  const errorText = useErrorText()
  const {
    importId,
    account,
    format: kind,
    at,
    by,
    state,
    lines,
    known,
    matched,
    booked,
    doubtful,
    problems,
    problemCount,
  } = of
  const change = useMutation((to: typeof stopImport) => to(importId), { onSuccess: onChanged })
  const isRunning = state === 'running'
  return (
    <article className={overview.run} aria-label={`${account} ${format.dateTime(at)}`}>
      <p>
        <strong>
          <bdi>{account}</bdi>
        </strong>{' '}
        · {t(`format.${kind}`)} · <bdi>{format.dateTime(at)}</bdi> · <bdi>{pick(by.name)}</bdi>{' '}
        <span className={common.chip}>{t(`state.${state}`)}</span>
      </p>
      {state !== 'done' && <JobProgress label={t('progress')} done={booked} total={matched} />}
      <p role={isRunning ? 'status' : undefined}>
        {[
          t('count.lines', { count: lines }),
          t('count.known', { no: format.count(known) }),
          t('count.booked', { no: format.count(booked), all: format.count(matched) }),
          t('count.doubtful', { no: format.count(doubtful) }),
        ].join(' · ')}
      </p>
      <LineProblems problems={problems} problemCount={problemCount} />
      {state !== 'done' && (
        <p>
          <Button
            isWorking={change.isPending}
            onClick={() => void change.mutate(isRunning ? stopImport : resumeImport)}
          >
            {t(isRunning ? 'stop' : 'resume')}
          </Button>
        </p>
      )}
      {change.error && <InlineNotice tone="problem">{errorText(change.error)}</InlineNotice>}
    </article>
  )
}
