import { useLoaderData } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { lazy, Suspense } from 'react'
import { sessionAtom } from '#client/platform/session/session.ts'
import type { PublishedForm } from '#shared/forms/form.contract.ts'
import { ContinueLater } from './components/continue-later.tsx'
import { WhileOpen } from './components/while-open.tsx'
import { FormScreen } from './form-screen.tsx'

const AccountLine = lazy(async () => ({ default: (await import('./components/account-line.tsx')).AccountLine }))

function ForWhoIsSignedIn({ published }: { published: PublishedForm }) {
  const { signedIn, kind } = useAtomValue(sessionAtom)
  return (
    <Suspense fallback={null}>
      {signedIn && kind === 'staff' && <AccountLine definition={published.definition} />}
    </Suspense>
  )
}

/** A form that takes longer than a minute: it can be gone on with elsewhere. */
export const LongForm = ({ published }: { published: PublishedForm }) => (
  <FormScreen key={`${published.slug} ${published.version}`} published={published}>
    <ForWhoIsSignedIn published={published} />
    <ContinueLater published={published} />
  </FormScreen>
)

/** The long form that the route's loader brought; an application only while the school takes some. */
export function LongFormScreen() {
  const published: PublishedForm = useLoaderData({ strict: false })
  const form = <LongForm published={published} />
  return published.definition.purpose === 'admission' ? <WhileOpen>{form}</WhileOpen> : form
}
