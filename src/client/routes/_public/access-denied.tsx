import { createFileRoute } from '@tanstack/react-router'
import { AccessDenied } from '#client/shell/access-denied.tsx'

export const Route = createFileRoute('/_public/access-denied')({ component: AccessDenied })
