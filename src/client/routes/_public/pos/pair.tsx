import { createFileRoute } from '@tanstack/react-router'

/** Open to everybody: the tablet to be paired has nobody signed in yet; the code decides. */
export const Route = createFileRoute('/_public/pos/pair')({})
