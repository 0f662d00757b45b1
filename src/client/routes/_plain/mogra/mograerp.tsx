import { createFileRoute } from '@tanstack/react-router'
import { formLoader, shortForm } from '../../-form-route.ts'

export const Route = createFileRoute('/_plain/mogra/mograerp')({
  loader: formLoader('mogra-erp'),
  ...shortForm,
})
