import { createFileRoute } from '@tanstack/react-router'
import { CriteriaScreen } from '#client/features/form/screens/criteria-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_plain/criteria/$code/$id')({
  loader: () => loadWords('form', 'link', 'errors'),
  component: CriteriaScreen,
})
