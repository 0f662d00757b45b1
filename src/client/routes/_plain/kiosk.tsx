import { createFileRoute } from '@tanstack/react-router'
import { KioskScreen } from '#client/features/forms/fill/kiosk/kiosk-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_plain/kiosk')({
  loader: () => loadWords('forms.kiosk', 'forms', 'errors'),
  component: KioskScreen,
})
