import { createFileRoute } from '@tanstack/react-router'
import { NoFormScreen } from '#client/features/form/screens/no-form-screen.tsx'
import { OpenFormScreen } from '#client/features/form/screens/open-form-screen.tsx'
import { formLoader } from '../../-form-loader.ts'

export const Route = createFileRoute('/_plain/mogra/mograbills')({
  loader: formLoader('mogra-bills'),
  component: OpenFormScreen,
  errorComponent: NoFormScreen,
})
