import { createFileRoute } from '@tanstack/react-router'
import { formLoader, longForm } from '../../-form-route.ts'

export const Route = createFileRoute('/_plain/hr/form')({
  loader: formLoader('hr'),
  ...longForm,
})
