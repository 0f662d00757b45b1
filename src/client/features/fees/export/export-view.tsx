// chunk: fees
import { useTranslation } from 'react-i18next'
import { Link } from '@tanstack/react-router'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import common from '#client/ui/common.module.css'
import link from '#client/ui/link.module.css'
import { Empty, ListFrame } from '#client/ui/tables/list-frame.tsx'
import { ShownOf } from '../overview/components/shown-of.tsx'
import { BatchTable } from './batch-table.tsx'
import { listBatches, readLocks } from './export.api.ts'
import { LockSection } from './lock-section.tsx'
import { MakeBatch } from './make-batch.tsx'

/** Exports of the ledger in numbered batches for accounting programs, and the lock of the days that are closed. */
export function ExportView() {
  const { t } = useTranslation('fees.export')
  const errorText = useErrorText()
  const batches = useAnswer(listBatches)
  const locks = useAnswer(readLocks)
  const failure = batches.failure ?? locks.failure
  const again = () => {
    batches.again()
    locks.again()
  }
  return (
    <ListFrame
      isWide
      title={t('title')}
      failure={failure && { text: errorText(failure), retry: t('retry'), onRetry: again }}
      loading={(batches.answer && locks.answer) || failure ? undefined : t('loading')}
    >
      {batches.answer && locks.answer && (
        <>
          <p className={common.softLine}>
            {t('lead')}{' '}
            <Link to="/fees/setup" search={{ tab: 'settings' }} className={link.link}>
              {t('codes')}
            </Link>
          </p>
          <MakeBatch today={locks.answer.today} onMade={again} />
          {batches.answer.batches.length === 0 ? (
            <Empty title={t('empty.title')} text={t('empty.text')} />
          ) : (
            <>
              <BatchTable batches={batches.answer.batches} />
              <ShownOf shown={batches.answer.batches.length} count={batches.answer.count} />
            </>
          )}
          <LockSection locks={locks.answer} onLocked={again} />
        </>
      )}
    </ListFrame>
  )
}
