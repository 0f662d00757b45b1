import { createFileRoute } from '@tanstack/react-router'
import { DashboardScreen } from '#client/features/dashboard/screens/dashboard-screen.tsx'

export const Route = createFileRoute('/_authenticated/dashboard')({ component: DashboardScreen })
