import { createFileRoute } from '@tanstack/react-router'
import { ConsentScreen } from '#client/features/consents/consent/consent-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_plain/consent/$')({
  loader: () => loadWords('consents', 'link', 'errors'),
  component: ConsentScreen,
})
