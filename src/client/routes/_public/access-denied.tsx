import { createFileRoute } from '@tanstack/react-router'
import { AccessDenied } from '#client/shell/access-denied.tsx'
import { loadSyncChip } from '../-sync-chip.ts'

export const Route = createFileRoute('/_public/access-denied')({ loader: loadSyncChip, component: AccessDenied })
