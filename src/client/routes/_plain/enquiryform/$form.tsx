import { createFileRoute } from '@tanstack/react-router'
import { formLoader, shortForm } from '../../-form-route.ts'

/** A form by its own name; the campus has the shorter one that its address was given. */
export const Route = createFileRoute('/_plain/enquiryform/$form')({
  loader: ({ params: { form } }) => formLoader(form === 'abq' ? 'enquiry-abq' : form)(),
  ...shortForm,
})
