import { createFileRoute } from '@tanstack/react-router'
import { formLoader, shortForm } from '../../-form-route.ts'

export const Route = createFileRoute('/_plain/enquiry/vmsiihe')({
  loader: formLoader('enquiry-vmsiihe'),
  ...shortForm,
})
