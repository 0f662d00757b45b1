import { createFileRoute } from '@tanstack/react-router'
import { LongFormScreen } from '#client/features/form/screens/long-form-screen.tsx'
import { NoFormScreen } from '#client/features/form/screens/no-form-screen.tsx'
import { formLoader } from '../-form-loader.ts'

export const Route = createFileRoute('/_plain/admission')({
  loader: formLoader('admission'),
  component: LongFormScreen,
  errorComponent: NoFormScreen,
})
