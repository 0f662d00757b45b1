import { createFileRoute } from '@tanstack/react-router'
import { redirectHome } from '#client/platform/session/guards.ts'

export const Route = createFileRoute('/')({ beforeLoad: redirectHome })
