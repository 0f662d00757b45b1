import { createFileRoute } from '@tanstack/react-router'
import { requireSignedOut } from '#client/platform/session/guards.ts'
import { EntryLayout } from '#client/shell/layout/entry-layout.tsx'

export const Route = createFileRoute('/_unauthenticated')({ beforeLoad: requireSignedOut, component: EntryLayout })
