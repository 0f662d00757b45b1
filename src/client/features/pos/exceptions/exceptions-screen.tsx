import { Link, useSearch } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { ExportButton } from '#client/platform/files/export-button.tsx'
import { usePages } from '#client/platform/use-pages.ts'
import { Button } from '#client/ui/button.tsx'
import { PageTabs } from '#client/ui/page-tabs.tsx'
import { ListFrame } from '#client/ui/tables/list-frame.tsx'
import type { BoardException } from '#shared/pos/patterns/exception-board.contract.ts'
import { CloseSheet } from './components/close-sheet.tsx'
import { ExceptionList } from './components/exception-list.tsx'
import { exportExceptions, listExceptions } from './exception.api.ts'
import { readState } from './exceptions-search.ts'

const states = ['open', 'closed'] as const
/** A part is here when its whole address is. */
const exactly = { exact: true, includeSearch: true }

/** What counts at the tills and needs a look, until somebody whom it is not about says what it was. */
export function ExceptionsScreen() {
  const { t } = useTranslation('pos.exceptions')
  const errorText = useErrorText()
  const state = readState(useSearch({ from: '/_authenticated/pos/exceptions' }))
  const [round, setRound] = useState(0)
  const [open, setOpen] = useState<BoardException>()
  const [count, setCount] = useState<number>()
  const read = useCallback(
    async (before?: string) => {
      const page = await listExceptions(state, before)
      setCount(page.open)
      return { rows: page.exceptions, next: page.next }
    },
    [state],
  )
  const { rows, next, isLoading, failure, retry, more } = usePages(read, round)
  return (
    <>
      <StateTabs state={state} count={count} />
      <ListFrame
        isWide
        title={t('title')}
        tools={<ExportButton list="exceptions" of={rows} fetchFile={(how) => exportExceptions(state, how)} />}
        failure={failure && { text: errorText(failure), retry: t('retry'), onRetry: retry }}
        loading={rows || failure ? undefined : t('loading')}
        empty={rows?.length === 0 ? { title: t(`empty.${state}.title`), text: t(`empty.${state}.text`) } : undefined}
      >
        {rows && rows.length > 0 && <ExceptionList exceptions={rows} onOpen={setOpen} />}
        {next && (
          <p>
            <Button isWorking={isLoading} onClick={() => void more()}>
              {t('more')}
            </Button>
          </p>
        )}
        {open && (
          <CloseSheet
            key={`${open.opId} ${open.code}`}
            exception={open}
            onClose={() => setOpen(undefined)}
            onDone={() => {
              setOpen(undefined)
              setRound((before) => before + 1)
            }}
          />
        )}
      </ListFrame>
    </>
  )
}

/** The way from those that wait to those that were closed. */
function StateTabs({ state, count }: { state: 'open' | 'closed'; count: number | undefined }) {
  const { t } = useTranslation('pos.exceptions')
  const format = useFormat()
  return (
    <PageTabs label={t('title')}>
      {states.map((each) => (
        <li key={each}>
          <Link
            to="/pos/exceptions"
            search={each === 'open' ? {} : { state: each }}
            replace
            activeOptions={exactly}
            aria-current={each === state ? 'page' : undefined}
          >
            {each === 'open' && count ? t('state.openCount', { no: format.count(count) }) : t(`state.${each}`)}
          </Link>
        </li>
      ))}
    </PageTabs>
  )
}
