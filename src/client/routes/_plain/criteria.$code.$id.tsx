import { createFileRoute } from '@tanstack/react-router'
import { CriteriaScreen } from '#client/features/forms/fill/criteria-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_plain/criteria/$code/$id')({
  loader: () => loadWords('forms', 'link', 'errors'),
  component: CriteriaScreen,
})
