import { createFileRoute } from '@tanstack/react-router'
import { NoFormScreen } from '#client/features/form/screens/no-form-screen.tsx'
import { OpenFormScreen } from '#client/features/form/screens/open-form-screen.tsx'
import { formLoader } from '../../-form-loader.ts'

/** A form by its own name; the campus has the shorter one that its address was given. */
export const Route = createFileRoute('/_plain/enquiryform/$form')({
  loader: ({ params: { form } }) => formLoader(form === 'abq' ? 'enquiry-abq' : form)(),
  component: OpenFormScreen,
  errorComponent: NoFormScreen,
})
