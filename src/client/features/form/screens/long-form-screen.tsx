import { useLoaderData } from '@tanstack/react-router'
import type { PublishedForm } from '#shared/contract/form.ts'
import { GoOnLater } from '../parts/go-on-later.tsx'
import { FormScreen } from './form-screen.tsx'

/** A form that takes longer than a minute: it can be gone on with elsewhere. */
export const LongForm = ({ published }: { published: PublishedForm }) => (
  <FormScreen key={`${published.slug} ${published.version}`} published={published}>
    <GoOnLater published={published} />
  </FormScreen>
)

/** The long form that the route's loader brought. */
export function LongFormScreen() {
  const published: PublishedForm = useLoaderData({ strict: false })
  return <LongForm published={published} />
}
