import { createFileRoute } from '@tanstack/react-router'
import { EntryLayout } from '#client/shell/entry-layout.tsx'

export const Route = createFileRoute('/_public')({ component: EntryLayout })
