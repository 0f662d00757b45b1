import { createFileRoute } from '@tanstack/react-router'
import { LongFormScreen } from '#client/features/form/screens/long-form-screen.tsx'
import { NoFormScreen } from '#client/features/form/screens/no-form-screen.tsx'

export const Route = createFileRoute('/_plain/admission')({
  loader: async () => (await import('../-bring-form.ts')).bringForm('admission'),
  component: LongFormScreen,
  errorComponent: NoFormScreen,
})
