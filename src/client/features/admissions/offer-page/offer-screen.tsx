import { useLocation, useParams, useRouter } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { schoolAtom } from '#client/platform/session/school.atoms.ts'
import { useLinkToken, usePathToken } from '#client/platform/session/use-link-token.ts'
import { LinkExpired } from '#client/ui/feedback/link-expired.tsx'
import { LinkNotFound } from '#client/ui/feedback/link-not-found.tsx'
import linkPage from '#client/ui/feedback/link-page.module.css'
import { type OfferLetter, offerLetters } from '#shared/letters/letter-kinds.rules.ts'
import { OpenedOffer } from './components/opened-offer.tsx'
import { useOffer } from './hooks/use-offer.ts'

const letterOf = (path: string): OfferLetter | undefined =>
  offerLetters.find((each) => path.split('/')[1]?.toLowerCase() === each)

/** A family reads its offer and answers it, by the link of a mail. A letter that there is not leads home, as unknown paths do. */
export function OfferScreen() {
  const letter = letterOf(useLocation().pathname)
  const router = useRouter()
  useEffect(() => {
    if (!letter) void router.navigate({ to: '/', replace: true })
  }, [letter, router])
  return letter && <OfferLink letter={letter} />
}

function OfferLink({ letter }: { letter: OfferLetter }) {
  const { _splat = '' } = useParams({ strict: false })
  const ofPath = usePathToken(_splat, `/${letter}/open`)
  const token = useLinkToken() ?? ofPath
  const { t } = useTranslation('link')
  const contact = useAtomValue(schoolAtom)?.contact
  if (token === undefined) {
    return (
      <LinkExpired title={t('none')} contact={contact}>
        {t('noneText')}
      </LinkExpired>
    )
  }
  return <ByLink key={token} token={token} letter={letter} />
}

function ByLink({ token, letter }: { token: string; letter: OfferLetter }) {
  const offer = useOffer(token)
  const { kept, failure, again } = offer
  const contact = useAtomValue(schoolAtom)?.contact
  useRightPath(letter, kept?.page.letter, token)
  if (failure === 'link.over' || (failure && !kept))
    return <LinkNotFound messageId={failure} contact={contact} onAgain={again} />
  if (!kept) return <p className={linkPage.wait} aria-busy="true" />
  return <OpenedOffer offer={{ ...offer, kept }} />
}

/** Each letter has its own path: anyone who came by another's, with the right token, is led to the right one. */
function useRightPath(shown: OfferLetter, right: OfferLetter | undefined, token: string): void {
  const router = useRouter()
  const { pathname } = useLocation()
  useEffect(() => {
    if (right === undefined || right === shown || letterOf(pathname) !== shown) return
    void router.navigate({ href: `/${right}/open`, replace: true, state: { linkToken: token } })
  }, [router, pathname, shown, right, token])
}
