// chunk: screen
import { createFileRoute } from '@tanstack/react-router'
import { requireSession } from '#client/platform/session/guards.ts'
import { AppLayout } from '#client/shell/layout/app-layout.tsx'
import { loadSyncChip } from './-sync-chip.ts'

export const Route = createFileRoute('/_authenticated')({
  beforeLoad: requireSession,
  loader: loadSyncChip,
  component: AppLayout,
})
