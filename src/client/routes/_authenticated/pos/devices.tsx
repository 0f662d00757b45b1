import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_authenticated/pos/devices')({
  staticData: { authority: ['supervisor', 'it', 'admin', 'finance'] },
})
