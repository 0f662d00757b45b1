// chunk: bits
import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

declare module '@tanstack/history' {
  /** In the entry of the browser's history: a reload keeps it, no address shows it, no server and no storage gets it. */
  interface HistoryState {
    /** The token of a mailed link, taken out of the address bar. */
    linkToken?: string
  }
}

/** `#token=…` as our mails have it; some mail programs turn what stands behind a hash into a query. */
function tokenIn({ hash, searchStr }: { hash: string; searchStr: string }): string | undefined {
  return [hash, searchStr].flatMap((part) => new URLSearchParams(part.replace(/^[#?]/, '')).get('token') ?? [])[0]
}

/**
 * The token of the link that has opened this page. It is taken out of the address bar at once, where it could be read over a
 * shoulder, shared or kept with a bookmark; a reload still finds it.
 */
export function useLinkToken(): string | undefined {
  const router = useRouter()
  const location = useLocation()
  const shown = tokenIn(location)
  useEffect(() => {
    if (shown === undefined) return
    void router.navigate({ href: location.pathname, replace: true, state: { linkToken: shown } })
  }, [router, location.pathname, shown])
  return shown ?? location.state.linkToken
}

/**
 * The same for a link that has its token in the path: `/consent/{token}`. The address becomes `bare`, which names nobody.
 */
export function usePathToken(shown: string, bare: string): string | undefined {
  const router = useRouter()
  const { state } = useLocation()
  // By the page's own address: that of the browser is another one as soon as somebody leaves.
  const isToken = shown !== '' && !bare.endsWith(`/${shown}`)
  useEffect(() => {
    if (isToken) void router.navigate({ href: bare, replace: true, state: { linkToken: shown } })
  }, [router, isToken, shown, bare])
  return isToken ? shown : state.linkToken
}
