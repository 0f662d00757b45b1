import { createFileRoute } from '@tanstack/react-router'
import { ThanksRoute } from '#client/features/forms/fill/thanks-route.tsx'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_plain/enquiry/thanks')({
  validateSearch: ({ id }: Record<string, unknown>): { id?: string } => (typeof id === 'string' ? { id } : {}),
  loader: () => loadWords('forms', 'errors'),
  component: ThanksRoute,
})
