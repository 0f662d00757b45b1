import { createFileRoute } from '@tanstack/react-router'
import { requireSession } from '#client/platform/guards.ts'
import { AppLayout } from '#client/shell/app-layout.tsx'

export const Route = createFileRoute('/_authenticated')({ beforeLoad: requireSession, component: AppLayout })
