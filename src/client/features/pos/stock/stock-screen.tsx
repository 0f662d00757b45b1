import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { Button } from '#client/ui/button.tsx'
import { ListFrame } from '#client/ui/tables/list-frame.tsx'
import type { Stock, StockItem } from '#shared/pos/stock/stock.contract.ts'
import { CatalogueTabs } from './catalogue-tabs.tsx'
import { CountSheet } from './components/count-sheet.tsx'
import { DueList } from './components/due-list.tsx'
import { EntrySheet } from './components/entry-sheet.tsx'
import { LedgerSheet } from './components/ledger-sheet.tsx'
import { StockTable } from './components/stock-table.tsx'
import { TrackSheet } from './components/track-sheet.tsx'
import { fetchStock } from './stock.api.ts'

/** What is open above the page. */
type Open =
  | { kind: 'track'; item: StockItem | undefined }
  | { kind: 'count' }
  | { kind: 'received' | 'wasted' | 'ledger'; item: StockItem }

/** What there is of the items that a stock is kept for: it follows from what was received, wasted, counted and sold. */
export function StockScreen() {
  const { t } = useTranslation('pos.stock')
  const errorText = useErrorText()
  const { answer: stock, failure, again } = useAnswer(fetchStock)
  const [open, setOpen] = useState<Open>()
  const isEmpty = stock?.items.length === 0
  return (
    <>
      <CatalogueTabs />
      <ListFrame
        title={t('title')}
        isWide
        tools={
          <>
            <Button disabled={!stock} onClick={() => setOpen({ kind: 'track', item: undefined })}>
              {t('track.open')}
            </Button>
            <Button kind="main" disabled={!stock || isEmpty} onClick={() => setOpen({ kind: 'count' })}>
              {t('count.open')}
            </Button>
          </>
        }
        failure={failure && { text: errorText(failure), retry: t('retry'), onRetry: again }}
        loading={stock || failure ? undefined : t('loading')}
        empty={isEmpty ? { title: t('empty.title'), text: t('empty.text') } : undefined}
      >
        {stock && stock.due.length > 0 && (
          <DueList stock={stock} onWaste={(item) => setOpen({ kind: 'wasted', item })} />
        )}
        {stock && !isEmpty && <StockTable items={stock.items} onOpen={(kind, item) => setOpen({ kind, item })} />}
        {stock && open && (
          <OpenSheet
            open={open}
            stock={stock}
            onClose={() => setOpen(undefined)}
            onDone={() => {
              setOpen(undefined)
              again()
            }}
          />
        )}
      </ListFrame>
    </>
  )
}

interface OpenSheetProps {
  open: Open
  stock: Stock
  onClose: () => void
  /** Something was entered. */
  onDone: () => void
}

function OpenSheet({ open, stock, ...then }: OpenSheetProps) {
  switch (open.kind) {
    case 'track':
      return <TrackSheet item={open.item} untracked={stock.untracked} {...then} />
    case 'count':
      return <CountSheet items={stock.items} {...then} />
    case 'ledger':
      return <LedgerSheet item={open.item} onClose={then.onClose} />
    case 'received':
    case 'wasted':
      return <EntrySheet kind={open.kind} item={open.item} {...then} />
  }
}
