import { createFileRoute } from '@tanstack/react-router'
import { SubscribeScreen } from '#client/features/messaging/subscribe/subscribe-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_plain/subscribe')({
  loader: () => loadWords('messaging.subscribe', 'link', 'errors'),
  component: SubscribeScreen,
})
