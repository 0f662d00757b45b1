// chunk: office
import { createFileRoute } from '@tanstack/react-router'
import { StockScreen } from '#client/features/pos/stock/stock-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_authenticated/catalogue_/stock')({
  staticData: { authority: ['supervisor', 'admin'] },
  loader: () => loadWords('pos.stock', 'errors'),
  component: StockScreen,
})
