import { createFileRoute } from '@tanstack/react-router'
import { NoFormScreen } from '#client/features/form/screens/no-form-screen.tsx'
import { OpenFormScreen } from '#client/features/form/screens/open-form-screen.tsx'

export const Route = createFileRoute('/_plain/mogra/mograhr')({
  loader: async () => (await import('../../-bring-form.ts')).bringForm('mogra-hr'),
  component: OpenFormScreen,
  errorComponent: NoFormScreen,
})
