// chunk: fees
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { JobProgress } from '#client/ui/feedback/job-progress.tsx'
import { Empty } from '#client/ui/tables/list-frame.tsx'
import type { BankImport } from '#shared/fees/bank/bank-import.contract.ts'
import css from '../account/components/fees.module.css'
import overview from '../overview/components/overview.module.css'
import { ShownOf } from '../overview/components/shown-of.tsx'
import { resumeImport, stopImport } from './bank.api.ts'
import { LineProblems } from './line-problems.tsx'

interface ImportListProps {
  imports: readonly BankImport[]
  /** Of all, where fewer are listed. */
  count: number
  onChanged: () => void
}

/** Imports that are not booked yet, and below them the earlier ones. */
export function ImportList({ imports, count, onChanged }: ImportListProps) {
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
