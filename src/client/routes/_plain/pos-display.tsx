import { createFileRoute } from '@tanstack/react-router'
import { DisplayScreen } from '#client/features/pos/hardware/display/display-screen.tsx'
import { loadWordsForPaper } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_plain/pos-display')({
  loader: () => loadWordsForPaper('pos.hardware'),
  component: DisplayScreen,
})
