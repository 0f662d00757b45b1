import { createFileRoute } from '@tanstack/react-router'
import { leadHome } from '#client/platform/session/guards.ts'

export const Route = createFileRoute('/')({ beforeLoad: leadHome })
