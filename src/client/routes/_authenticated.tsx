import { createFileRoute } from '@tanstack/react-router'
import { requireSession } from '#client/platform/session/guards.ts'
import { AppLayout } from '#client/shell/layout/app-layout.tsx'
import { bringSyncChip } from './-sync-chip.ts'

export const Route = createFileRoute('/_authenticated')({
  beforeLoad: requireSession,
  loader: bringSyncChip,
  component: AppLayout,
})
