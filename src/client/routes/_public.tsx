import { createFileRoute } from '@tanstack/react-router'
import { EntryLayout } from '#client/shell/layout/entry-layout.tsx'

export const Route = createFileRoute('/_public')({ component: EntryLayout })
