import { useLinkToken } from '#client/platform/session/use-link-token.ts'
import { AskForNews } from './components/ask-for-news.tsx'
import { ByLink } from './components/by-link.tsx'

/** News of the school by mail: asked for, confirmed and ended. Which of these, the link says; without one it is asked for. */
export function SubscribeScreen() {
  const token = useLinkToken()
  if (token === undefined) return <AskForNews />
  return <ByLink key={token} token={token} kind={token.startsWith('e') ? 'end' : 'confirm'} />
}
